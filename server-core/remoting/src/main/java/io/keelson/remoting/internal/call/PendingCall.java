package io.keelson.remoting.internal.call;

import io.keelson.base.time.Ticker;
import io.keelson.remoting.CallTimedOutException;
import io.keelson.remoting.ConnectionLostException;
import io.keelson.remoting.RequestNotSentException;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A request whose answer one thread waits for. The loop completes it; whoever is first decides. */
final class PendingCall {
    private final int id;
    private final Thread waiter = Thread.currentThread();
    private final AtomicReference<@Nullable Object> outcome = new AtomicReference<>();
    private volatile boolean sent;

    /** The connection ended or takes no more requests. */
    private record Failed(IOException why, boolean mayHaveExecuted) {}

    /** Nobody waits any more. */
    private enum Left {
        NOW
    }

    PendingCall(int id) {
        this.id = id;
    }

    int id() {
        return id;
    }

    /** The last byte of the request has been given to the socket. On the loop. */
    void sent() {
        sent = true;
    }

    boolean wasSent() {
        return sent;
    }

    /** The answer has come; false where nobody waits for it, and the buffer stays the caller's. */
    boolean complete(ByteBuf answer) {
        if (!outcome.compareAndSet(null, answer)) {
            return false;
        }
        LockSupport.unpark(waiter);
        return true;
    }

    /** No answer will come. */
    void fail(IOException why) {
        if (outcome.compareAndSet(null, new Failed(why, sent))) {
            LockSupport.unpark(waiter);
        }
    }

    /**
     * Waits for the answer.
     *
     * @param timeout zero for no end
     * @param what the call, for messages
     * @return the answer, which the caller releases
     * @throws RemoteException where none comes; {@link io.keelson.remoting.CallOutcome} tells what that means
     */
    ByteBuf await(Duration timeout, Ticker ticker, String what) throws RemoteException {
        long begun = ticker.nanoTime();
        while (outcome.get() == null) {
            if (timeout.isZero()) {
                LockSupport.park(this);
            } else {
                long left = timeout.toNanos() - (ticker.nanoTime() - begun);
                if (left <= 0) {
                    leave(new CallTimedOutException(
                            what + " got no answer within " + timeout.toMillis() + " ms", sent));
                } else {
                    LockSupport.parkNanos(this, left);
                }
            }
            if (outcome.get() == null && Thread.interrupted()) {
                Thread.currentThread().interrupt();
                leave(new CallTimedOutException("the thread was interrupted while it waited for " + what, sent));
            }
        }
        Object now = outcome.get();
        if (now instanceof ByteBuf answer) {
            return answer;
        }
        Failed failed = (Failed) now;
        if (failed == null) {
            throw new IllegalStateException("a call has no outcome");
        }
        throw failed.mayHaveExecuted
                ? new ConnectionLostException(
                        what + " was sent and may have been executed, but its answer will not come: "
                                + failed.why.getMessage(),
                        failed.why)
                : new RequestNotSentException(
                        what + " was not sent and has not been executed: " + failed.why.getMessage(), failed.why);
    }

    /** Gives up, unless the answer comes at this moment. */
    private void leave(RemoteException why) throws RemoteException {
        if (outcome.compareAndSet(null, Left.NOW)) {
            throw why;
        }
    }
}
