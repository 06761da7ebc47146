package io.keelson.jms.ra;

import io.keelson.jms.client.EndpointConnection;
import io.keelson.jms.client.EndpointConnection.Received;
import io.keelson.jms.client.EndpointConnection.Receiver;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.HintsContext;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkContext;
import jakarta.resource.spi.work.WorkContextProvider;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives messages over one session and hands them to an endpoint, one after the other, on a thread of the container. Where the
 * delivery is transacted the receipt is part of the endpoint's transaction; otherwise a message is acknowledged when the bean has
 * handled it.
 *
 * <p>Specification: Jakarta Connectors 2.1, 13.5 and 13.6; Jakarta Messaging 3.1, 13.
 */
final class InflowSession implements Work, WorkContextProvider {
    private static final long serialVersionUID = 1L;
    private static final long RECEIVE_MILLIS = 1_000;
    private static final int IDLE_ROUNDS = 5;
    private static final int ALARM_AFTER = 10;
    private static final Method ON_MESSAGE = onMessage();

    private final transient MessageInflow inflow;
    private final transient MessageSource source;
    private final transient EndpointConnection connection;
    private final transient MessageEndpointFactory endpoints;
    private final boolean longRunning;
    private volatile boolean released;
    private volatile boolean handling;
    private int failures;

    InflowSession(
            MessageInflow inflow,
            MessageSource source,
            EndpointConnection connection,
            MessageEndpointFactory endpoints,
            boolean longRunning) {
        this.inflow = inflow;
        this.source = source;
        this.connection = connection;
        this.endpoints = endpoints;
        this.longRunning = longRunning;
    }

    private static Method onMessage() {
        try {
            return MessageListener.class.getMethod("onMessage", Message.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("MessageListener has no onMessage", e);
        }
    }

    /** Tells the container that this takes long, so that it is not run by the threads for short work. */
    @Override
    public List<WorkContext> getWorkContexts() {
        if (!longRunning) {
            return List.of();
        }
        HintsContext hints = new HintsContext();
        hints.setHint(HintsContext.LONGRUNNING_HINT, Boolean.TRUE);
        return List.of(hints);
    }

    /** Returns true while the bean has a message. */
    boolean isHandling() {
        return handling;
    }

    @Override
    public void release() {
        released = true;
    }

    @Override
    public void run() {
        try (Receiver receiver = source.receiver(connection)) {
            receive(receiver);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) { // whatever it was, it is tried again
            inflow.failed(e);
        } finally {
            inflow.ended(this);
        }
    }

    private void receive(Receiver receiver) throws JMSException, ResourceException, InterruptedException {
        boolean transacted = isTransacted();
        Branches branches = new Branches(receiver.xaResource());
        MessageEndpoint endpoint = endpoints.createEndpoint(transacted ? branches : null);
        try {
            inflow.receiving();
            receive(receiver, endpoint, branches);
        } finally {
            endpoint.release();
        }
    }

    private boolean isTransacted() throws UnavailableException {
        try {
            return endpoints.isDeliveryTransacted(ON_MESSAGE);
        } catch (NoSuchMethodException e) {
            throw new UnavailableException("the message-driven bean has no onMessage", e);
        }
    }

    private void receive(Receiver receiver, MessageEndpoint endpoint, Branches branches)
            throws JMSException, ResourceException, InterruptedException {
        int idle = 0;
        while (!released && !inflow.isStopped()) {
            Received next = receiver.next(RECEIVE_MILLIS);
            if (next != null) {
                idle = 0;
                handled(deliver(next, endpoint, branches));
            } else if (++idle >= IDLE_ROUNDS) {
                idle = 0;
                if (inflow.leave(this)) {
                    return;
                }
            }
        }
    }

    /** Delivers a message. Returns why the bean has not handled it; null where it has. */
    private @Nullable Throwable deliver(Received received, MessageEndpoint endpoint, Branches branches)
            throws JMSException, ResourceException {
        handling = true;
        inflow.taken(source);
        try {
            branches.begin();
            boolean begun = false;
            try {
                endpoint.beforeDelivery(ON_MESSAGE);
                begun = true;
            } catch (NoSuchMethodException e) {
                throw new ResourceException("the message-driven bean has no onMessage", e);
            } finally {
                if (!begun) {
                    received.giveBack();
                }
            }
            return within(received, endpoint, branches);
        } finally {
            inflow.done();
            handling = false;
        }
    }

    private @Nullable Throwable within(Received received, MessageEndpoint endpoint, Branches branches)
            throws JMSException {
        Throwable failure = null;
        boolean joined = received.join();
        try {
            ((MessageListener) endpoint).onMessage(received.message());
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        try {
            endpoint.afterDelivery();
        } catch (ResourceException | RuntimeException e) {
            failure = failure == null ? e : failure;
        }
        if (joined) {
            return failure == null && branches.isRolledBack()
                    ? new IllegalStateException("the transaction was rolled back")
                    : failure;
        }
        if (failure == null) {
            received.acknowledge(!inflow.activation().duplicatesAllowed());
        } else {
            received.giveBack();
        }
        return failure;
    }

    /** Pauses after failures in a row, so that a message that cannot be handled does not keep the processor busy. */
    private void handled(@Nullable Throwable failure) throws InterruptedException {
        if (failure == null) {
            failures = 0;
            return;
        }
        failures++;
        AdapterLog.LOG.debugf(failure, "%s has failed", inflow.activation());
        if (failures == ALARM_AFTER) {
            AdapterLog.LOG.messagesFail(inflow.activation().toString(), failures, String.valueOf(failure));
        }
        if (failures > 1) {
            long wait = inflow.activation().firstPause() << Math.min(failures - 2, 20);
            inflow.pause(Math.min(wait, inflow.activation().longestPause()));
        }
    }
}
