package io.keelson.remoting.internal.call;

import io.keelson.api.remote.CurrentCall;
import io.keelson.base.work.WorkManager;
import io.keelson.remoting.spi.RemoteCaller;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A request of the peer: waits for an execute thread, runs on it, and answers. {@code this} guards who runs it. */
abstract class ServedCall implements Runnable {
    private static final Logger LOG = Logger.getLogger(ServedCall.class);

    private final Head head;
    private final long received;
    private @Nullable Thread runner;
    private boolean cancelled;
    private boolean bodyRead;

    /**
     * Part that every request has.
     *
     * @param body the values, behind the head; released when they have been read
     * @param size of the whole message
     * @param caller who calls
     */
    record Head(
            PeerConnection connection,
            int id,
            ByteBuf body,
            int size,
            long timeoutMillis,
            Map<String, byte[]> contexts,
            RemoteCaller caller) {}

    ServedCall(Head head) {
        this.head = head;
        this.received = head.connection.node().ticker().nanoTime();
    }

    /** Returns what runs it. */
    abstract WorkManager work();

    /** In whose context. */
    abstract ExportScope scope();

    /** Does it, and writes the answer. */
    abstract void execute(ByteBuf reply) throws Exception;

    PeerConnection connection() {
        return head.connection;
    }

    ByteBuf body() {
        return head.body;
    }

    RemoteCaller caller() {
        return head.caller;
    }

    /** Returns what came beside it, by name. */
    Map<String, byte[]> contexts() {
        return head.contexts;
    }

    /** The values have been read: the peer may send more. */
    void bodyRead() {
        if (!bodyRead) {
            bodyRead = true;
            head.connection.read(head.body, head.size);
        }
    }

    @Override
    public final void run() {
        ByteBuf reply = null;
        try {
            if (begin() && !late()) {
                reply = answered();
            }
        } finally {
            end();
            bodyRead();
            head.connection.answer(head.id, reply);
        }
    }

    private ByteBuf answered() {
        ByteBuf reply = head.connection.newMessage();
        int start = reply.writerIndex();
        try {
            CurrentCall call = new CurrentCall(caller().principal(), caller().groups());
            call.run(() -> scope().scope().run(caller(), head.contexts, () -> {
                execute(reply);
                return reply;
            }));
        } catch (RequestFaultException e) {
            Replies.fault(reply.writerIndex(start), e.fault(), String.valueOf(e.getMessage()));
        } catch (Exception | Error e) {
            // Whatever it was, somebody waits for an answer.
            LOG.debugf(e, "a call of %s", head.connection.peer());
            Replies.fault(reply.writerIndex(start), Fault.SERVER, "the server failed: " + e);
        }
        return reply;
    }

    /** Returns whether the caller has given up while the request waited. */
    private boolean late() {
        long waited = head.connection.node().ticker().nanoTime() - received;
        return head.timeoutMillis > 0 && waited > head.timeoutMillis * 1_000_000L;
    }

    private synchronized boolean begin() {
        runner = Thread.currentThread();
        return !cancelled;
    }

    private synchronized void end() {
        runner = null;
        if (cancelled) {
            // The interrupt was for this call, and must not meet the next.
            boolean ignored = Thread.interrupted();
        }
    }

    /** Nobody waits for the answer: does not begin, or is interrupted. */
    final synchronized void cancel() {
        cancelled = true;
        if (runner != null) {
            runner.interrupt();
        }
    }

    /** Writes values as the answer, or why that is not possible. */
    final void reply(ByteBuf reply, int status, @Nullable Object value) throws RequestFaultException {
        PeerReferences references = new PeerReferences(connection(), scope());
        try {
            Replies.value(reply, status, connection().mostReadable(), scope().streams(), references, value);
        } catch (IOException | RuntimeException e) {
            throw new RequestFaultException(
                    Fault.RESULT,
                    status == Replies.THROWN
                            ? "it threw an exception that cannot be sent (" + e + "): " + value
                            : "its result cannot be sent: " + e);
        }
    }
}
