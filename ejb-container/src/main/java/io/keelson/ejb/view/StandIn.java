package io.keelson.ejb.view;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Function;

/**
 * The generated class of the objects that stand for references in streams. Sessions and other beans keep references as their bean's
 * identity.
 * It lies beside the bean class, so that the application's loader finds it on each server. Immutable and thread-safe.
 */
public final class StandIn {
    private final MethodHandle make;

    private StandIn(MethodHandle make) {
        this.make = make;
    }

    /** Makes what stands for a reference to a bean of that identity; empty for beans without one. */
    public Object of(String identity) {
        try {
            return make.invoke(identity);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a reference cannot be written", e);
        }
    }

    /** Returns true if a reference asks its target for the object that stands for it. */
    public static boolean isAsked(int number) {
        return number == ViewWriter.REPLACE;
    }

    /**
     * Generates the class for references to a view of a bean.
     *
     * @param key unique among the beans and views of the bean class, the same on each server
     * @param resolver makes a reference of the identity of a bean; empty for beans without one
     * @throws IllegalArgumentException when the class cannot be made
     */
    public static StandIn of(Class<?> bean, String key, Function<String, Object> resolver) {
        String name = bean.getName() + "$$Reference" + Integer.toHexString(key.hashCode());
        try {
            MethodHandles.Lookup beside = MethodHandles.privateLookupIn(bean, MethodHandles.lookup());
            Class<?> type;
            try {
                type = beside.defineClass(ViewWriter.writeStandIn(name));
            } catch (LinkageError e) {
                type = Class.forName(name, false, bean.getClassLoader()); // of the same bean, which is deployed again
            }
            MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            inside.findStaticSetter(type, ViewWriter.RESOLVER, Function.class).invoke(resolver);
            return new StandIn(inside.findConstructor(type, MethodType.methodType(void.class, String.class)));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalArgumentException("references to " + bean.getName() + " cannot be written: " + e, e);
        }
    }
}
