package io.keelson.remoting.internal.call;

import io.keelson.remoting.RequestNotSentException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An address that this process connects to: one socket for all its threads, opened at the first call and again after it was
 * lost. {@code dialling} is held by who opens it; the others wait for the outcome. What failed is remembered for a while ({@link
 * Trouble}): where a login was refused nobody logs in again, and what could not be reached is asked last.
 */
public final class Endpoint implements Route {
    private final Node node;
    private final Address address;
    private final Dialler dialler;
    private final ReentrantLock dialling = new ReentrantLock();
    private volatile @Nullable PeerConnection current;
    /** The last attempt that failed, a new object for each; null when it did not. */
    private volatile @Nullable Trouble trouble;

    Endpoint(Node node, Address address, Dialler dialler) {
        this.node = node;
        this.address = address;
        this.dialler = dialler;
    }

    Address address() {
        return address;
    }

    @Override
    public boolean connected() {
        PeerConnection now = current;
        return now != null && now.usable();
    }

    @Override
    public boolean avoided() {
        return !connected() && (dialling.isLocked() || lasting() != null);
    }

    /** Returns whether it could not be reached just now. */
    boolean unreachable() {
        Trouble now = lasting();
        return now != null && !now.refused() && !connected();
    }

    private @Nullable Trouble lasting() {
        Trouble now = trouble;
        return now != null && now.lasts(node.ticker().nanoTime()) ? now : null;
    }

    @Override
    public PeerConnection connection() throws RequestNotSentException {
        PeerConnection now = current;
        if (now != null && now.usable()) {
            return now;
        }
        Trouble before = trouble;
        dialling.lock();
        try {
            now = current;
            if (now != null && now.usable()) {
                return now;
            }
            Trouble meanwhile = trouble;
            if (meanwhile != null && meanwhile != before) {
                // Who waited for an attempt that failed does not make one more, each after the other.
                throw notSent(meanwhile.why());
            }
            Trouble lasting = lasting();
            if (lasting != null && lasting.refused()) {
                throw notSent(lasting.why());
            }
            return dial();
        } finally {
            dialling.unlock();
        }
    }

    private PeerConnection dial() throws RequestNotSentException {
        long begin = node.ticker().nanoTime();
        try {
            PeerConnection opened = dialler.dial(node, this, address);
            current = opened;
            trouble = null;
            return opened;
        } catch (RequestNotSentException e) {
            throw e;
        } catch (InterruptedIOException e) {
            throw notSent(e); // which says nothing of the address
        } catch (IOException e) {
            Trouble last = trouble;
            int refusals = last == null ? 0 : last.refusals();
            trouble = Trouble.of(e, begin, node.ticker().nanoTime(), refusals, dialler.asUser());
            throw notSent(e);
        }
    }

    private RequestNotSentException notSent(IOException why) {
        return new RequestNotSentException("no connection to " + address + ": " + why.getMessage(), why);
    }
}
