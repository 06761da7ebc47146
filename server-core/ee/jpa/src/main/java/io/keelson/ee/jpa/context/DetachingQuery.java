package io.keelson.ee.jpa.context;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A query outside of a transaction. It is executed with an entity manager of its own, which is closed then: the results are detached. A
 * later execution has another one, to which the parameters that were set are given again. Used by one thread, as queries are.
 *
 * <p>Specification: Persistence 3.2, 3.11.1 Query Interface and 7.6.2 (detached results without a transaction).
 */
final class DetachingQuery implements InvocationHandler {
    private static final Set<String> EXECUTING = Set.of(
            "getResultList",
            "getSingleResult",
            "getSingleResultOrNull",
            "executeUpdate",
            "list",
            "uniqueResult",
            "uniqueResultOptional",
            "getResultCount");
    private static final Set<String> STREAMED = Set.of("getResultStream", "stream");

    private final Supplier<EntityManager> managers;
    private final Function<EntityManager, ? extends Query> creation;
    private final List<Setting> settings = new ArrayList<>();
    private @Nullable EntityManager manager;
    private @Nullable Query query;

    /** A call that is repeated on the next query. */
    private record Setting(Method method, Object @Nullable [] arguments) {}

    private DetachingQuery(Supplier<EntityManager> managers, Function<EntityManager, ? extends Query> creation) {
        this.managers = managers;
        this.creation = creation;
    }

    static <Q extends Query> Q of(
            Class<Q> type, Supplier<EntityManager> managers, Function<EntityManager, Q> creation) {
        DetachingQuery handler = new DetachingQuery(managers, creation);
        Query made;
        try {
            made = handler.query(); // a query that is wrong is refused now
        } catch (RuntimeException | Error e) {
            handler.end();
            throw e;
        }
        return type.cast(proxy(type, made.getClass(), handler));
    }

    /** The proxy is a query of the provider, too, which casts the one that is to become a named query. */
    private static Object proxy(Class<?> type, Class<?> made, InvocationHandler handler) {
        Set<Class<?>> types = new LinkedHashSet<>(List.of(type));
        for (Class<?> at = made; at != null; at = at.getSuperclass()) {
            for (Class<?> each : at.getInterfaces()) {
                if (Query.class.isAssignableFrom(each) && Modifier.isPublic(each.getModifiers()) && !each.isSealed()) {
                    types.add(each);
                }
            }
        }
        try {
            return Proxy.newProxyInstance(made.getClassLoader(), types.toArray(Class<?>[]::new), handler);
        } catch (IllegalArgumentException notTogether) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
        }
    }

    private Query query() {
        Query current = query;
        if (current == null) {
            EntityManager opened = managers.get();
            manager = opened;
            current = creation.apply(opened);
            query = current;
            for (Setting setting : List.copyOf(settings)) {
                invoke(current, setting.method(), setting.arguments());
            }
        }
        return current;
    }

    private void end() {
        EntityManager open = manager;
        manager = null;
        query = null;
        if (open != null && open.isOpen()) {
            open.close();
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
        String name = method.getName();
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, name, arguments);
        }
        if (STREAMED.contains(name)) {
            return ((Query) proxy).getResultList().stream();
        }
        if (EXECUTING.contains(name)) {
            return executed(method, arguments);
        }
        Object result = invoke(query(), method, arguments);
        if (result instanceof Query && method.getReturnType().isInstance(proxy)) {
            settings.add(new Setting(method, arguments));
            return proxy;
        }
        return result;
    }

    private @Nullable Object executed(Method method, Object @Nullable [] arguments) {
        try {
            return invoke(query(), method, arguments);
        } finally {
            end();
        }
    }

    private @Nullable Object ofObject(Object proxy, String name, Object @Nullable [] arguments) {
        return switch (name) {
            case "equals" -> arguments != null && arguments[0] == proxy;
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "query outside of a transaction: " + query;
        };
    }

    private static @Nullable Object invoke(Query query, Method method, Object @Nullable [] arguments) {
        try {
            return method.invoke(query, arguments);
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            if (thrown instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (thrown instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("the query's method " + method.getName() + " failed", thrown);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the query's method " + method.getName() + " is not public", e);
        }
    }
}
