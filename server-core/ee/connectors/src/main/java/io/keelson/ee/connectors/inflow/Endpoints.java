package io.keelson.ee.connectors.inflow;

import io.keelson.component.spi.MessageTarget;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Makes the endpoints of one message-driven bean for its adapter. Thread-safe; the lock guards how many messages are delivered.
 *
 * <p>Specification: Connectors 2.1, 13.4 to 13.5.
 */
public final class Endpoints implements MessageEndpointFactory {
    private final String resource;
    private final MessageTarget target;
    private final TransactionControl control;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean closed;
    private int delivering;

    /**
     * Makes the factory.
     *
     * @param resource by which recovery finds what the adapter's resources hold in doubt
     */
    public Endpoints(String resource, MessageTarget target, TransactionControl control) {
        this.resource = resource;
        this.target = target;
        this.control = control;
    }

    @Override
    public MessageEndpoint createEndpoint(@Nullable XAResource xaResource) throws UnavailableException {
        return createEndpoint(xaResource, 0);
    }

    @Override
    public MessageEndpoint createEndpoint(@Nullable XAResource xaResource, long timeout) throws UnavailableException {
        lock.lock();
        try {
            if (closed) {
                throw new UnavailableException("the message-driven bean " + target.name() + " has ended");
            }
        } finally {
            lock.unlock();
        }
        EndpointCalls calls = new EndpointCalls(this, xaResource);
        if (target.listener().getMethods().length == 0) {
            try {
                return (MessageEndpoint) target.endpoint(MessageEndpoint.class, calls);
            } catch (IllegalArgumentException e) {
                throw new UnavailableException(
                        "no endpoint of the message-driven bean " + target.name() + " can be made: " + e.getMessage(),
                        e);
            }
        }
        return (MessageEndpoint)
                Proxy.newProxyInstance(loader(), new Class<?>[] {target.listener(), MessageEndpoint.class}, calls);
    }

    /** The bean's loader sees its listener, and the interface of endpoints where its module uses the part. */
    private ClassLoader loader() {
        ClassLoader ofBean = target.beanClass().getClassLoader();
        try {
            if (Class.forName(MessageEndpoint.class.getName(), false, ofBean) == MessageEndpoint.class) {
                return ofBean;
            }
        } catch (ClassNotFoundException e) {
            return new BothLoader(ofBean);
        }
        return new BothLoader(ofBean);
    }

    /** Sees what a bean's module sees, and the API of Connectors, which the interface of endpoints refers to. */
    private static final class BothLoader extends ClassLoader {
        BothLoader(ClassLoader ofBean) {
            super(ofBean);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("jakarta.resource.")) {
                return Class.forName(name, false, MessageEndpoint.class.getClassLoader());
            }
            throw new ClassNotFoundException(name);
        }
    }

    @Override
    public boolean isDeliveryTransacted(Method method) {
        return target.transacted(method);
    }

    @Override
    public String getActivationName() {
        return target.application() + "/" + target.name();
    }

    @Override
    public Class<?> getEndpointClass() {
        return target.beanClass();
    }

    String resource() {
        return resource;
    }

    MessageTarget target() {
        return target;
    }

    TransactionControl control() {
        return control;
    }

    /** Begins a delivery. */
    void enter() {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the message-driven bean " + target.name() + " has ended");
            }
            delivering++;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a delivery. */
    void leave() {
        lock.lock();
        try {
            delivering--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more messages, and waits for those that are being delivered. */
    public void close(long most, TimeUnit unit) {
        lock.lock();
        try {
            closed = true;
            long left = unit.toNanos(most);
            while (delivering > 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
