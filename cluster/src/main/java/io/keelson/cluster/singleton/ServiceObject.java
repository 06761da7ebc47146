package io.keelson.cluster.singleton;

import io.keelson.api.cluster.LeaseContext;
import io.keelson.api.cluster.LeasedService;
import io.keelson.api.cluster.SingletonService;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** An object of an application's as a singleton service, whichever form it has. */
interface ServiceObject {
    /** The interface of WebLogic, for code that was written for it. */
    String WEBLOGIC = "weblogic.cluster.singleton.SingletonService";

    /** Calls {@code activate}. */
    void activate(LeaseContext lease) throws Throwable;

    /** Calls {@code deactivate}. */
    void deactivate(LeaseContext lease) throws Throwable;

    /**
     * Makes a service.
     *
     * @throws IllegalArgumentException when there is no such class, it cannot be made, or is no service; the message says so
     */
    static ServiceObject make(String className, ClassLoader loader) {
        Object made;
        try {
            made = Class.forName(className, true, loader)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "there is no class " + className + " in a jar of the domain's lib directory", e);
        } catch (ReflectiveOperationException | LinkageError e) {
            Throwable cause =
                    e instanceof java.lang.reflect.InvocationTargetException && e.getCause() != null ? e.getCause() : e;
            throw new IllegalArgumentException(
                    className + " cannot be made; it needs to be public with a public constructor without arguments: "
                            + cause,
                    e);
        }
        return of(made);
    }

    /** An object as a service. */
    static ServiceObject of(Object service) {
        if (service instanceof LeasedService leased) {
            return new Leased(leased);
        }
        if (service instanceof SingletonService plain) {
            return new Plain(plain);
        }
        Class<?> foreign = weblogic(service.getClass());
        if (foreign == null) {
            throw new IllegalArgumentException(service.getClass().getName() + " implements neither "
                    + SingletonService.class.getName() + " nor " + LeasedService.class.getName() + " nor " + WEBLOGIC);
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            MethodType nothing = MethodType.methodType(void.class);
            return new Foreign(
                    lookup.findVirtual(foreign, "activate", nothing).bindTo(service),
                    lookup.findVirtual(foreign, "deactivate", nothing).bindTo(service));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    WEBLOGIC + " has no public activate() and deactivate(): " + e.getMessage(), e);
        }
    }

    /** WebLogic's interface where a class implements it, itself or by another interface or class. */
    private static @Nullable Class<?> weblogic(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Class<?> one : at.getInterfaces()) {
                Class<?> found = one.getName().equals(WEBLOGIC) ? one : weblogic(one);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** The plain form. */
    record Plain(SingletonService service) implements ServiceObject {
        @Override
        public void activate(LeaseContext lease) {
            service.activate();
        }

        @Override
        public void deactivate(LeaseContext lease) {
            service.deactivate();
        }
    }

    /** The form that knows its lease. */
    record Leased(LeasedService service) implements ServiceObject {
        @Override
        public void activate(LeaseContext lease) {
            service.activate(lease);
        }

        @Override
        public void deactivate(LeaseContext lease) {
            service.deactivate(lease);
        }
    }

    /** WebLogic's form: its interface is not ours to compile against. */
    record Foreign(MethodHandle up, MethodHandle down) implements ServiceObject {
        @Override
        public void activate(LeaseContext lease) throws Throwable {
            up.invoke();
        }

        @Override
        public void deactivate(LeaseContext lease) throws Throwable {
            down.invoke();
        }
    }
}
