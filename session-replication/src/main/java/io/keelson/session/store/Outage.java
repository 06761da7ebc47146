package io.keelson.session.store;

import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.servlet.spi.StoreStatus;
import io.keelson.servlet.spi.StoreType;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Time in which a vault cannot be reached: said once, tried again after one second, then less often, and said to be over when everything
 * that was missed has been written. Thread-safe: its lock guards what is not volatile, and is never held while the vault is used.
 */
final class Outage {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LAST = Duration.ofSeconds(10);

    private final SessionHost host;
    private final StoreType type;
    private final CatchUp catchUp;
    private volatile @Nullable String why;
    private SocketsProvider.@Nullable Pending waiting;
    private boolean ended;
    private Duration wait = FIRST;

    /** Writes what was missed. */
    interface CatchUp {
        /** Returns how many sessions it were. */
        int run() throws IOException;
    }

    Outage(SessionHost host, StoreType type, CatchUp catchUp) {
        this.host = host;
        this.type = type;
        this.catchUp = catchUp;
    }

    /** Returns whether the vault is better left alone. */
    boolean lasts() {
        return why != null;
    }

    String why() {
        String reason = why;
        return reason == null ? "" : reason;
    }

    /** The vault has failed. */
    void begin(IOException failure) {
        String message = failure.getMessage();
        synchronized (this) {
            if (why != null) {
                return;
            }
            why = message == null ? failure.toString() : message;
            wait = FIRST;
            if (ended) {
                return;
            }
        }
        StoreLog.LOG.away(host.application(), type.text(), why());
        again(FIRST);
    }

    private void again(Duration delay) {
        SocketsProvider.Pending next = host.after(delay, () -> host.execute(this::attempt));
        synchronized (this) {
            if (!ended) {
                waiting = next;
                return;
            }
        }
        next.cancel();
    }

    private void attempt() {
        synchronized (this) {
            if (ended) {
                return;
            }
        }
        int written;
        try {
            written = catchUp.run();
        } catch (IOException | RuntimeException e) {
            StoreLog.LOG.debugf(e, "the store of the sessions of %s is still away", host.application());
            again(longer());
            return;
        }
        synchronized (this) {
            if (ended) {
                return;
            }
            why = null;
        }
        try {
            // What ended after it was passed by, and before requests wrote again.
            written += catchUp.run();
            StoreLog.LOG.back(host.application(), type.text(), written);
        } catch (IOException e) {
            begin(e);
        }
    }

    private synchronized Duration longer() {
        wait = wait.multipliedBy(2).compareTo(LAST) < 0 ? wait.multipliedBy(2) : LAST;
        return wait;
    }

    /** The store ends: nothing is tried again, but the end itself tries once. A timer that waited would hold the application. */
    void end() {
        SocketsProvider.Pending last;
        synchronized (this) {
            ended = true;
            why = null;
            last = waiting;
            waiting = null;
        }
        if (last != null) {
            last.cancel();
        }
    }

    StoreStatus status(long behind, Duration behindFor) {
        String reason = why;
        return new StoreStatus(
                type, reason == null ? StoreStatus.State.AVAILABLE : StoreStatus.State.AWAY, behind, behindFor, reason);
    }
}
