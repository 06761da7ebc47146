package io.keelson.ee.jpa.data;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A stateless session that the container manages: each call reaches the one that {@link UnitSessions} has for the thread. Thread-safe.
 *
 * <p>Specification: Jakarta Data 1.0, 7.3 Jakarta Transactions.
 */
final class SessionView implements InvocationHandler {
    private static final List<String> WRITES = List.of("insert", "update", "delete", "upsert");
    private static final Set<String> BRIEF = Set.of("doWork", "doReturningWork");

    private final UnitSessions sessions;
    private final Method opening;

    private SessionView(UnitSessions sessions, Method opening) {
        this.sessions = sessions;
        this.opening = opening;
    }

    static Object of(UnitSessions sessions, Method opening) {
        Class<?> type = opening.getReturnType();
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new SessionView(sessions, opening));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Call call = new Call(method, arguments);
        if (call.isOfObject()) {
            return call.ofObject(proxy, "container-managed stateless session of the unit '" + sessions.unit() + "'");
        }
        if (method.getParameterCount() == 0 && method.getName().equals("close")) {
            return null; // the transaction or the request closes it
        }
        if (method.getParameterCount() == 0 && method.getName().equals("isOpen")) {
            return sessions.factory().isOpen();
        }
        if (sessions.inTransaction()) {
            return call.on(sessions.ofTransaction(opening));
        }
        if (writes(method)) {
            return sessions.write(() -> call.on(sessions.ofTransaction(opening)));
        }
        Object result = sessions.outside(opening, call, isBrief(method));
        return result != null && WritingQuery.canWrite(method.getReturnType())
                ? WritingQuery.of(sessions, opening, call, result)
                : result;
    }

    /** Returns true for a method of the session's own, and not for one that it has in common with Hibernate's other sessions. */
    private boolean isOwn(Method method) {
        return method.getDeclaringClass() == opening.getReturnType();
    }

    private boolean writes(Method method) {
        return isOwn(method) && WRITES.stream().anyMatch(method.getName()::startsWith);
    }

    private boolean isBrief(Method method) {
        return isOwn(method) || BRIEF.contains(method.getName());
    }
}
