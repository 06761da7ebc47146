package io.keelson.ee.jpa.data;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A query that was made without a transaction and may write. An execution that writes is done by a query that is made again in a
 * transaction and gets the same settings; everything else by the query that was made. Used by one thread, as queries are.
 *
 * <p>Specification: Jakarta Data 1.0, 7.3 Jakarta Transactions.
 */
final class WritingQuery implements InvocationHandler {
    private static final Set<String> EXECUTING = Set.of("executeUpdate", "execute");

    private final UnitSessions sessions;
    private final Method opening;
    private final Call creation;
    private final Object query;
    private final List<Call> settings = new ArrayList<>();

    private WritingQuery(UnitSessions sessions, Method opening, Call creation, Object query) {
        this.sessions = sessions;
        this.opening = opening;
        this.creation = creation;
        this.query = query;
    }

    /** Returns true if a type has executions that write. */
    static boolean canWrite(Class<?> type) {
        if (!type.isInterface()) {
            return false;
        }
        try {
            return type.getMethod("executeUpdate").getReturnType() == int.class;
        } catch (NoSuchMethodException readsOnly) {
            return false;
        }
    }

    /**
     * A query of the type that a method of a session returns.
     *
     * @param creation the call of the session that made it
     * @param query what that returned
     */
    static Object of(UnitSessions sessions, Method opening, Call creation, Object query) {
        Class<?> type = creation.method().getReturnType();
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new WritingQuery(sessions, opening, creation, query));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Call call = new Call(method, arguments);
        if (call.isOfObject()) {
            return call.ofObject(proxy, "query without a transaction: " + query);
        }
        if (method.getParameterCount() == 0 && EXECUTING.contains(method.getName())) {
            return sessions.write(() -> call.on(again()));
        }
        Object result = call.on(query);
        if (result == query && method.getReturnType().isInstance(proxy)) {
            settings.add(call);
            return proxy;
        }
        return result;
    }

    private Object again() throws Throwable {
        Object made = creation.on(sessions.ofTransaction(opening));
        if (made == null) {
            throw new IllegalStateException(
                    "the session of the unit '" + sessions.unit() + "' made no query by " + creation.method());
        }
        for (Call setting : settings) {
            setting.on(made);
        }
        return made;
    }
}
