package io.keelson.ee.jpa.data;

import jakarta.data.repository.Repository;
import jakarta.persistence.EntityManagerFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * The factory that is injected into implementations of repositories: what they open from it is a session that the container manages. The
 * code of Hibernate's annotation processor opens one session for the life of the bean, which threads must not share and which joins no
 * transaction later. Thread-safe.
 *
 * <p>Specification: Jakarta Data 1.0, 7.3 Jakarta Transactions.
 */
public final class RepositoryFactory implements InvocationHandler {
    private static final String OPENING = "openStatelessSession";

    private final UnitSessions sessions;

    private RepositoryFactory(UnitSessions sessions) {
        this.sessions = sessions;
    }

    /** Returns true if a class implements a repository. */
    public static boolean isFor(Class<?> type) {
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Class<?> implemented : each.getInterfaces()) {
                if (isRepository(implemented)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isRepository(Class<?> type) {
        if (type.isAnnotationPresent(Repository.class)) {
            return true;
        }
        for (Class<?> above : type.getInterfaces()) {
            if (isRepository(above)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the factory of a unit, for repositories. */
    public static EntityManagerFactory of(UnitSessions sessions) {
        return (EntityManagerFactory) Proxy.newProxyInstance(
                EntityManagerFactory.class.getClassLoader(),
                new Class<?>[] {EntityManagerFactory.class},
                new RepositoryFactory(sessions));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Call call = new Call(method, arguments);
        if (call.isOfObject()) {
            return call.ofObject(proxy, "factory of the unit '" + sessions.unit() + "' for repositories");
        }
        Object result = call.on(sessions.factory());
        return method.getName().equals("unwrap") && arguments != null && arguments[0] instanceof Class<?> type
                ? opened(type, result)
                : result;
    }

    /** Hibernate's own factory, but for the session that it opens. */
    private @Nullable Object opened(Class<?> type, @Nullable Object factory) {
        if (factory == null || !type.isInterface() || !opens(type)) {
            return factory;
        }
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            Call call = new Call(method, arguments);
            if (call.isOfObject()) {
                return call.ofObject(proxy, "factory of the unit '" + sessions.unit() + "' for repositories");
            }
            boolean plain = method.getName().equals(OPENING) && method.getParameterCount() == 0;
            return plain ? sessions.session(method) : call.on(factory);
        });
    }

    private static boolean opens(Class<?> type) {
        try {
            return type.getMethod(OPENING).getReturnType().isInterface();
        } catch (NoSuchMethodException otherProvider) {
            return false;
        }
    }
}
