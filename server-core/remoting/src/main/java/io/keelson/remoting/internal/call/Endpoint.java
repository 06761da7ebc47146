package io.keelson.remoting.internal.call;

import io.keelson.remoting.RequestNotSentException;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An address that this process connects to: one socket for all its threads, opened at the first call and again after it was
 * lost. {@code dialling} is held by who opens it; the others wait for the outcome.
 */
public final class Endpoint implements Route {
    private final Node node;
    private final Address address;
    private final Dialler dialler;
    private final ReentrantLock dialling = new ReentrantLock();
    private volatile @Nullable PeerConnection current;
    private volatile @Nullable Failure failure;

    /** The last attempt that failed; a new object for each. */
    private record Failure(IOException why) {}

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
    public PeerConnection connection() throws RequestNotSentException {
        PeerConnection now = current;
        if (now != null && now.usable()) {
            return now;
        }
        Failure before = failure;
        dialling.lock();
        try {
            now = current;
            if (now != null && now.usable()) {
                return now;
            }
            Failure meanwhile = failure;
            if (meanwhile != null && meanwhile != before) {
                // Who waited for an attempt that failed does not make one more, each after the other.
                throw new RequestNotSentException(
                        "no connection to " + address + ": " + meanwhile.why.getMessage(), meanwhile.why);
            }
            now = dialler.dial(node, this, address);
            current = now;
            return now;
        } catch (RequestNotSentException e) {
            throw e;
        } catch (IOException e) {
            failure = new Failure(e);
            throw new RequestNotSentException("no connection to " + address + ": " + e.getMessage(), e);
        } finally {
            dialling.unlock();
        }
    }
}
