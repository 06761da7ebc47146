package io.keelson.deploy.internal.undeploy;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.runtime.ObjectMethods;

/**
 * Methods of records. The JDK makes {@code equals}, {@code hashCode} and {@code toString} of a record at the first call, and JDK
 * 17 keeps, for ever, the type of the last component that it made them for: the class of an application, and with it its loader.
 * What is made here for a record of the server's takes that place.
 */
public final class RecordMethods implements Trace {
    private record Ours(RecordMethods component) {}

    @Override
    public void erase(ApplicationClassLoader loader) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle component =
                lookup.findVirtual(Ours.class, "component", MethodType.methodType(RecordMethods.class));
        make(lookup, component, "equals", MethodType.methodType(boolean.class, Ours.class, Object.class));
        make(lookup, component, "hashCode", MethodType.methodType(int.class, Ours.class));
        make(lookup, component, "toString", MethodType.methodType(String.class, Ours.class));
    }

    private static void make(MethodHandles.Lookup lookup, MethodHandle component, String method, MethodType type)
            throws ReflectiveOperationException {
        try {
            ObjectMethods.bootstrap(lookup, method, type, Ours.class, "component", component);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ReflectiveOperationException("the JDK cannot make " + method + " of a record", e);
        }
    }
}
