package io.keelson.ee.connectors.inflow;

import io.keelson.component.spi.MessageTarget;
import io.keelson.kernel.spi.transaction.Completion;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ApplicationServerInternalException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one endpoint: a message at a time. A message is delivered in a transaction of the container where the bean's
 * method wants one and the thread has none, with the adapter's resource in it; between {@code beforeDelivery} and {@code
 * afterDelivery}, or around the method alone. Used by one thread at a time, which is checked.
 *
 * <p>Specification: Connectors 2.1, 13.5.6 to 13.5.9.
 */
final class EndpointCalls implements InvocationHandler {
    private final Endpoints endpoints;
    private final @Nullable XAResource resource;
    private final AtomicBoolean busy = new AtomicBoolean();
    private @Nullable Delivery before;
    private boolean released;

    /** A delivery that has begun, with what is put back when it ends. */
    private static final class Delivery {
        private final Method method;
        private final boolean begun;
        private final @Nullable ClassLoader loader;
        private boolean delivered;

        Delivery(Method method, boolean begun, @Nullable ClassLoader loader) {
            this.method = method;
            this.begun = begun;
            this.loader = loader;
        }
    }

    EndpointCalls(Endpoints endpoints, @Nullable XAResource resource) {
        this.endpoints = endpoints;
        this.resource = resource;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Object[] given = arguments == null ? new Object[0] : arguments;
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, method, given);
        }
        if (!busy.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "an endpoint of " + endpoints.target().name() + " is used by two threads");
        }
        try {
            if (method.getDeclaringClass() == MessageEndpoint.class) {
                return ofEndpoint(method, given);
            }
            return deliver(method, given);
        } finally {
            busy.set(false);
        }
    }

    private Object ofObject(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "endpoint of " + endpoints.getActivationName();
        };
    }

    private @Nullable Object ofEndpoint(Method method, Object[] arguments) throws ResourceException {
        switch (method.getName()) {
            case "beforeDelivery" -> beforeDelivery((Method) arguments[0]);
            case "afterDelivery" -> afterDelivery();
            default -> release();
        }
        return null;
    }

    private void beforeDelivery(Method method) throws ResourceException {
        if (released || before != null) {
            throw new IllegalStateException(
                    released ? "the endpoint has been released" : "beforeDelivery was called twice");
        }
        endpoints.enter();
        boolean done = false;
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            before = new Delivery(method, begin(method), loader);
            Thread.currentThread()
                    .setContextClassLoader(endpoints.target().beanClass().getClassLoader());
            done = true;
        } finally {
            if (!done) {
                endpoints.leave();
            }
        }
    }

    private void afterDelivery() throws ResourceException {
        Delivery ending = before;
        if (ending == null) {
            throw new IllegalStateException("afterDelivery was called without beforeDelivery");
        }
        before = null;
        try {
            if (ending.begun) {
                complete(ending.delivered);
            }
        } finally {
            Thread.currentThread().setContextClassLoader(ending.loader);
            endpoints.leave();
        }
    }

    private void release() throws ResourceException {
        released = true;
        Delivery open = before;
        if (open != null) {
            before = null;
            try {
                if (open.begun) {
                    complete(false);
                }
            } finally {
                Thread.currentThread().setContextClassLoader(open.loader);
                endpoints.leave();
            }
        }
    }

    private @Nullable Object deliver(Method method, Object[] arguments) throws Throwable {
        if (released) {
            throw new IllegalStateException("the endpoint has been released");
        }
        Delivery around = before;
        if (around != null) {
            if (around.delivered) {
                throw new IllegalStateException("one message was announced, and this is a second one");
            }
            if (!same(around.method, method)) {
                throw new IllegalStateException(
                        "a message for " + around.method + " was announced, and this is " + method);
            }
            around.delivered = true;
            return endpoints.target().deliver(method, arguments);
        }
        endpoints.enter();
        try {
            return inTransaction(method, arguments);
        } finally {
            endpoints.leave();
        }
    }

    private static boolean same(Method one, Method other) {
        return one.getName().equals(other.getName())
                && Arrays.equals(one.getParameterTypes(), other.getParameterTypes());
    }

    private @Nullable Object inTransaction(Method method, Object[] arguments) throws Throwable {
        boolean begun = begin(method);
        boolean done = false;
        try {
            MessageTarget target = endpoints.target();
            Object result = target.deliver(method, arguments);
            done = true;
            return result;
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        } finally {
            if (begun) {
                // An application exception that does not roll back is none of a failure: the bean's container has
                // marked what is to be undone.
                complete(done || !marked());
            }
        }
    }

    private boolean marked() {
        try {
            Transaction current = endpoints.control().current();
            return current == null || current.getStatus() == Status.STATUS_MARKED_ROLLBACK;
        } catch (SystemException e) {
            return true;
        }
    }

    private boolean begin(Method method) throws ApplicationServerInternalException {
        TransactionControl control = endpoints.control();
        if (!endpoints.target().transacted(method) || control.current() != null) {
            return false;
        }
        try {
            control.begin(Duration.ZERO);
            boolean done = false;
            try {
                XAResource own = resource;
                if (own != null) {
                    control.enlist(endpoints.resource(), own);
                }
                done = true;
            } finally {
                if (!done) {
                    control.complete(Completion.ROLLBACK);
                }
            }
            return true;
        } catch (NotSupportedException | RollbackException | SystemException e) {
            throw new ApplicationServerInternalException("a transaction for a message cannot begin: " + e, e);
        } catch (HeuristicMixedException | HeuristicRollbackException e) {
            throw new ApplicationServerInternalException("a transaction for a message did not end well: " + e, e);
        }
    }

    /** Completes what this began: a transaction in which no message was delivered is rolled back. */
    private void complete(boolean commit) throws ApplicationServerInternalException {
        boolean rollback = !commit || marked();
        try {
            endpoints.control().complete(rollback ? Completion.ROLLBACK : Completion.COMMIT);
        } catch (RollbackException | SystemException | HeuristicMixedException | HeuristicRollbackException e) {
            throw new ApplicationServerInternalException("the transaction of a message did not commit: " + e, e);
        }
    }
}
