package io.keelson.jms.ra;

import io.keelson.jms.client.PooledConnection;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handle of an application: the proxy of a connection, or of a session, producer or consumer that was made of one. Where the
 * connection was exchanged below, it makes its target again in the way in which it was made first, and sets again what was set. For one
 * thread at a time, as its target; closing is safe on every thread.
 */
final class HandleProxy implements InvocationHandler {
    private static final Map<Class<?>, List<Class<?>>> MADE = Map.of(
            Session.class, List.of(QueueSession.class, TopicSession.class),
            MessageProducer.class, List.of(QueueSender.class, TopicPublisher.class),
            MessageConsumer.class, List.of(QueueReceiver.class, TopicSubscriber.class),
            QueueBrowser.class, List.of(QueueBrowser.class),
            JMSProducer.class, List.of(JMSProducer.class),
            JMSConsumer.class, List.of(JMSConsumer.class));

    private record Call(Method method, Object @Nullable [] arguments) {
        @Nullable
        Object on(Object target) throws Throwable {
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
            }
        }
    }

    private final Handle handle;
    private final @Nullable HandleProxy parent;
    private final @Nullable Call making;

    /** Kept alive as long as this is: a container may take a handle back that nobody refers to. */
    private final @Nullable Object kept;

    private final Map<String, Call> set = new LinkedHashMap<>();
    private volatile @Nullable Object target;
    private volatile int generation;
    private volatile boolean closed;

    private HandleProxy(Handle handle, @Nullable HandleProxy parent, @Nullable Call making, @Nullable Object kept) {
        this.handle = handle;
        this.parent = parent;
        this.making = making;
        this.kept = kept;
    }

    /** Returns the proxy of a connection or a context. */
    static Object root(Handle handle, Class<?> type, Object kept) {
        return new HandleProxy(handle, null, null, kept).proxy(List.of(type));
    }

    private Object proxy(List<Class<?>> types) {
        return Proxy.newProxyInstance(HandleProxy.class.getClassLoader(), types.toArray(new Class<?>[0]), this);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, method, arguments);
        }
        if (method.getName().equals("close") && method.getParameterCount() == 0) {
            close(method);
            return null;
        }
        Object to = current(method);
        Call call = new Call(method, arguments);
        Object result = call.on(to);
        if (isSetting(method)) {
            set.put(key(call), call);
        }
        if (result == to) {
            return proxy;
        }
        return result == null ? null : shown(call, result);
    }

    private @Nullable Object ofObject(Object proxy, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "handle of " + (target == null ? kept : target);
        };
    }

    private Object shown(Call call, Object result) {
        if (!call.method().getName().startsWith("create")) {
            return result;
        }
        for (Map.Entry<Class<?>, List<Class<?>>> each : MADE.entrySet()) {
            if (each.getKey().isAssignableFrom(call.method().getReturnType())) {
                HandleProxy made = new HandleProxy(handle, this, call, null);
                made.target = result;
                made.generation = generation;
                return made.proxy(each.getValue());
            }
        }
        return result;
    }

    private static boolean isSetting(Method method) {
        String name = method.getName();
        return name.startsWith("set") || name.equals("start") || name.equals("clearProperties");
    }

    /** Of several settings of one thing the last one counts; properties have a name. */
    private static String key(Call call) {
        Object[] arguments = call.arguments();
        return call.method().getName() + (arguments != null && arguments.length == 2 ? ":" + arguments[0] : "");
    }

    private Object current(Method method) throws Throwable {
        try {
            return current();
        } catch (JMSException e) {
            throw Arrays.asList(method.getExceptionTypes()).contains(JMSException.class)
                    ? e
                    : PooledConnection.unchecked(e);
        }
    }

    private Object current() throws JMSException {
        Object known = target;
        int now = handle.generation();
        if (closed && known != null) {
            return known;
        }
        HandleProxy made = parent;
        Call how = making;
        if (made == null || how == null) {
            return rooted(known, now);
        }
        if (known != null && generation == now) {
            return known;
        }
        return again(how, made.current(), now);
    }

    private Object rooted(@Nullable Object known, int now) throws JMSException {
        Object fresh = handle.target();
        if (fresh != known) {
            target = fresh;
            generation = now;
            replay(fresh);
        }
        return fresh;
    }

    private Object again(Call how, Object of, int now) throws JMSException {
        try {
            Object fresh = how.on(of);
            if (fresh == null) {
                throw new IllegalStateException(how.method() + " made nothing");
            }
            target = fresh;
            generation = now;
            replay(fresh);
            return fresh;
        } catch (JMSException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(how.method() + " failed", e);
        }
    }

    private void replay(Object fresh) throws JMSException {
        for (Call each : List.copyOf(set.values())) {
            try {
                Object unused = each.on(fresh);
            } catch (JMSException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(each.method() + " failed", e);
            }
        }
    }

    private void close(Method method) throws Throwable {
        if (parent == null) {
            closeRoot(method);
            return;
        }
        boolean first = !closed;
        closed = true;
        Object known = target;
        if (first && known != null && generation == handle.generation()) {
            Object unused = new Call(method, null).on(known);
        }
    }

    private void closeRoot(Method method) throws Throwable {
        Object known = target;
        boolean first = !closed;
        closed = true;
        try {
            if (first && known != null && generation == handle.generation()) {
                Object unused = new Call(method, null).on(known);
            }
        } finally {
            handle.giveBack();
        }
    }
}
