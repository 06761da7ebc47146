package io.keelson.ee.jpa.context;

import jakarta.persistence.EntityManager;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * An entity manager seen by an interface of its provider, as {@code org.hibernate.Session}: methods of the standard go to the container's
 * entity manager, others to the provider's own of the moment.
 */
public final class EntityManagerView {
    private EntityManagerView() {}

    /**
     * A view. Where the type is no interface that extends {@link EntityManager} the entity manager itself is returned.
     *
     * @param type of the place that it is for
     */
    public static Object of(Class<?> type, EntityManager manager) {
        if (!type.isInterface() || !EntityManager.class.isAssignableFrom(type)) {
            return manager;
        }
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            boolean direct = method.getDeclaringClass() == Object.class || isStandard(method);
            try {
                return direct ? own(method).invoke(manager, arguments) : method.invoke(manager.unwrap(type), arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    /** A provider's interface may declare a method of the standard again, with a type of its own as the result. */
    private static boolean isStandard(Method method) {
        try {
            return EntityManager.class
                            .getMethod(method.getName(), method.getParameterTypes())
                            .getReturnType()
                    == method.getReturnType();
        } catch (NoSuchMethodException ofProvider) {
            return false;
        }
    }

    private static Method own(Method method) throws NoSuchMethodException {
        return method.getDeclaringClass() == Object.class
                ? method
                : EntityManager.class.getMethod(method.getName(), method.getParameterTypes());
    }
}
