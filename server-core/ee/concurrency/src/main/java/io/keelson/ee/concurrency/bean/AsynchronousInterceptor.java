package io.keelson.ee.concurrency.bean;

import io.keelson.ee.concurrency.task.ManagedExecutor;
import jakarta.annotation.Priority;
import jakarta.enterprise.concurrent.Asynchronous;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.Transactional;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Runs methods with {@code @Asynchronous} on a managed executor. It keeps nothing, so that beans which are kept in sessions may have it.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.1.6 Asynchronous methods.
 */
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 5)
@Asynchronous
class AsynchronousInterceptor implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Set<Transactional.TxType> APART =
            Set.of(Transactional.TxType.REQUIRES_NEW, Transactional.TxType.NOT_SUPPORTED);

    @AroundInvoke
    @Nullable
    Object around(InvocationContext context) {
        Method method = context.getMethod();
        Asynchronous asynchronous = method.getAnnotation(Asynchronous.class);
        if (asynchronous == null) {
            throw new UnsupportedOperationException(
                    "@Asynchronous is on the class of " + method + "; it is allowed on methods only");
        }
        check(method);
        ManagedExecutor executor = executor(asynchronous.executor(), method);
        CompletableFuture<Object> future = executor.newIncompleteFuture();
        AsynchronousCall call = new AsynchronousCall(context, future);
        if (asynchronous.runAt().length == 0) {
            executor.runOrTell(call::once, call::never);
        } else {
            ScheduledCall.start(call, asynchronous.runAt(), executor);
        }
        return method.getReturnType() == void.class ? null : future;
    }

    private static void check(Method method) {
        Class<?> returned = method.getReturnType();
        if (returned != void.class && returned != CompletableFuture.class && returned != CompletionStage.class) {
            throw new UnsupportedOperationException("the asynchronous method " + method
                    + " returns neither void nor CompletableFuture nor CompletionStage");
        }
        Transactional transactional = method.getAnnotation(Transactional.class);
        if (transactional == null) {
            transactional = method.getDeclaringClass().getAnnotation(Transactional.class);
        }
        if (transactional != null && !APART.contains(transactional.value())) {
            throw new UnsupportedOperationException("the asynchronous method " + method + " is @Transactional("
                    + transactional.value() + "); expected REQUIRES_NEW or NOT_SUPPORTED");
        }
    }

    private static ManagedExecutor executor(String name, Method method) {
        Object found;
        try {
            found = new InitialContext().lookup(name);
        } catch (NamingException e) {
            throw new RejectedExecutionException(
                    "the executor '" + name + "' of the asynchronous method " + method + " is not bound: "
                            + e.getMessage(),
                    e);
        }
        if (found instanceof ManagedExecutor executor) {
            return executor;
        }
        throw new RejectedExecutionException("the executor '" + name + "' of the asynchronous method " + method
                + " is no managed executor of this server but a "
                + found.getClass().getName());
    }
}
