package io.keelson.cluster.singleton;

import io.keelson.api.cluster.LeaseContext;
import io.keelson.api.cluster.LeasedService;
import io.keelson.api.cluster.SingletonService;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An object of an application's as a singleton service, whichever form it has. */
interface ServiceObject {
    /** The interface of WebLogic, for code that was written for it. */
    String WEBLOGIC = "weblogic.cluster.singleton.SingletonService";

    String PLAIN = SingletonService.class.getName();
    String LEASED = LeasedService.class.getName();
    String NEEDS = " cannot be made; it needs to be a public class with a public constructor without arguments";

    /** Calls {@code activate}. */
    void activate(LeaseContext lease) throws Throwable;

    /** Calls {@code deactivate}. */
    void deactivate(LeaseContext lease) throws Throwable;

    /**
     * Makes a service of the domain.
     *
     * @throws IllegalArgumentException when there is no such class, it cannot be made, or is no service; the message says so
     */
    static ServiceObject make(String className, ClassLoader loader) {
        return make(type(className, loader, "a jar of the domain's lib directory"));
    }

    /**
     * The class of a service; none of its code has run.
     *
     * @param where where it should be, for the message
     * @throws IllegalArgumentException when there is no such class, it cannot be made, or is no service; the message says so
     */
    static Class<?> type(String className, ClassLoader loader, String where) {
        try {
            Class<?> type = Class.forName(className, false, loader);
            if (!isService(type)) {
                throw new IllegalArgumentException(className + " implements neither " + PLAIN + " nor " + LEASED
                        + " nor " + WEBLOGIC
                        + (copied(type)
                                ? "; what it implements is a copy that lies beside it: leave"
                                        + " keelson-api.jar out, the server has it"
                                : ""));
            }
            int needed = type.getModifiers() & type.getConstructor().getModifiers();
            if (!Modifier.isPublic(needed) || Modifier.isAbstract(type.getModifiers())) {
                throw new IllegalArgumentException(className + NEEDS);
            }
            return type;
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("there is no class " + className + " in " + where, e);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(className + NEEDS, e);
        } catch (LinkageError e) {
            throw new IllegalArgumentException(className + " cannot be loaded: " + e, e);
        }
    }

    private static boolean isService(Class<?> type) {
        return SingletonService.class.isAssignableFrom(type)
                || LeasedService.class.isAssignableFrom(type)
                || named(type, WEBLOGIC) != null;
    }

    private static boolean copied(Class<?> type) {
        return named(type, PLAIN) != null || named(type, LEASED) != null;
    }

    /**
     * Makes the object of a service.
     *
     * @throws IllegalArgumentException when its constructor throws; the cause is what it threw
     */
    static ServiceObject make(Class<?> type) {
        try {
            return of(type.getConstructor().newInstance());
        } catch (ReflectiveOperationException | LinkageError e) {
            Throwable cause =
                    e instanceof java.lang.reflect.InvocationTargetException && e.getCause() != null ? e.getCause() : e;
            throw new IllegalArgumentException(type.getName() + " cannot be made: " + cause, e);
        }
    }

    /** An object as a service. */
    static ServiceObject of(Object service) {
        if (service instanceof LeasedService leased) {
            return new Leased(leased);
        }
        if (service instanceof SingletonService plain) {
            return new Plain(plain);
        }
        Class<?> foreign = Objects.requireNonNull(named(service.getClass(), WEBLOGIC), "no service");
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

    /** The interface of that name where a class implements it, itself or by another interface or class. */
    private static @Nullable Class<?> named(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Class<?> one : at.getInterfaces()) {
                Class<?> found = one.getName().equals(name) ? one : named(one, name);
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
