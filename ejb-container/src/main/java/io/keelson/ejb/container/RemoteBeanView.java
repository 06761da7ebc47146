package io.keelson.ejb.container;

import io.keelson.api.remote.LoadAlgorithm;
import io.keelson.base.work.WorkManager;
import io.keelson.ejb.invocation.BeanCall;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.remoting.spi.RemoteView;
import jakarta.ejb.EJBException;
import java.lang.reflect.Method;
import java.rmi.NoSuchObjectException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A remote interface of a bean, as calls from other processes reach it. Stateful beans are instances of it, by their identity. A method
 * that returns a Future runs on the thread of the call: the client's stub has made the Future. Cancelling that interrupts the thread.
 * Immutable.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.2.1 Remote Clients, 4.5 Asynchronous Methods.
 */
final class RemoteBeanView implements RemoteView {
    private final DeployedBean bean;
    private final BeanView<?> view;
    private final Map<Method, BeanMethod> methods = new HashMap<>();
    private final String key;

    RemoteBeanView(DeployedBean bean, BeanView<?> view) {
        this.bean = bean;
        this.view = view;
        List<Method> shown = view.type().methods();
        for (int i = 0; i < shown.size(); i++) {
            BeanMethod method = view.methods()[i];
            if (method != null) {
                methods.put(shown.get(i), method);
            }
        }
        this.key = "ejb:" + bean.module().deployment().name().replace('#', '/') + "/" + bean.name() + "!"
                + view.view().getName();
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public List<Class<?>> interfaces() {
        return List.of(view.view());
    }

    @Override
    public LoadAlgorithm algorithm() {
        return bean.clustering().algorithm(bean.model().beanClass(), false);
    }

    @Override
    public boolean idempotent(Method method) {
        BeanMethod called = methods.get(method);
        return bean.clustering().idempotent(method, called == null ? null : called.method(), false);
    }

    @Override
    public @Nullable WorkManager work() {
        return bean.work();
    }

    @Override
    public @Nullable String instance(Object reference) {
        BeanReferences.Target target = view.target(reference);
        if (target == null) {
            return null;
        }
        Object identity = target.key();
        return identity == null ? "" : identity.toString();
    }

    @Override
    public Object reference(String instance) throws NoSuchObjectException {
        return bean.reference(view.view(), identity(instance));
    }

    private @Nullable UUID identity(String instance) throws NoSuchObjectException {
        boolean stateful = bean.model().kind() == BeanKind.STATEFUL;
        if (instance.isEmpty() == stateful) {
            throw new NoSuchObjectException("a reference to " + bean + " does not fit the bean, which has changed");
        }
        try {
            return stateful ? UUID.fromString(instance) : null;
        } catch (IllegalArgumentException e) {
            NoSuchObjectException refused =
                    new NoSuchObjectException("a reference to " + bean + " has no valid identity");
            refused.detail = e;
            throw refused;
        }
    }

    @Override
    public boolean joins(Method method) {
        BeanMethod called = methods.get(method);
        return called == null || !called.asynchronous() && bean.model().joins(called.transaction());
    }

    @Override
    public @Nullable Object invoke(String instance, Method method, @Nullable Object[] arguments) throws Throwable {
        BeanMethod called = methods.get(method);
        if (called == null) {
            throw new EJBException(method + " is no business method of bean " + bean.name());
        }
        Class<?> type = view.view();
        boolean answers = method.getReturnType() != void.class;
        if (!called.asynchronous() || !answers) {
            return value(bean.call(called, type, view.client(), identity(instance), arguments));
        }
        // The client's stub has parted client and call; a second thread here would only wait for the first.
        Thread running = Thread.currentThread();
        BeanCall call = new BeanCall(called, arguments, view.client(), identity(instance));
        return value(bean.invoke(call, type, running::isInterrupted));
    }

    private static @Nullable Object value(@Nullable Object result) throws Throwable {
        return result instanceof Future<?> future ? awaited(future) : result;
    }

    private static @Nullable Object awaited(Future<?> future) throws Throwable {
        try {
            return future.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
        } catch (InterruptedException e) {
            future.cancel(true); // the client has cancelled the call
            throw new CancellationException("the client has cancelled the call");
        }
    }
}
