package io.keelson.session.cookie;

import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.servlet.spi.SessionState;
import io.keelson.session.marshal.SessionImage;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A session that requests use now, and what their client has of it. Its lock guards what is not final. */
final class CarriedSession {
    /** A longer one is not worth its place: after the login the user is at the beginning of the application. */
    private static final int LONGEST_PAGE = 1_000;

    final ReentrantLock lock = new ReentrantLock();
    final SessionState state;
    final SessionImage image;
    final long sinceNanos;

    /** Texts to which it was sealed, here or before it came: a client that brings one of them means this instance. */
    final Set<String> texts = new HashSet<>();

    /** The names of the attributes that are others than their client has. */
    final Set<String> unsealed = new TreeSet<>();

    /** True if something else is. */
    boolean otherwise;

    /** The page that waits for a login, as the client has it. */
    @Nullable
    String awaited;

    /** Time of the last request that the client's cookie knows of, milliseconds since the epoch. */
    long sealedAccess;

    /** True if the client has been told of the end, or of all that there was when it was too large. */
    boolean told;

    CarriedSession(SessionState state, SessionImage image, long sinceNanos) {
        this.state = state;
        this.image = image;
        this.sinceNanos = sinceNanos;
        state.keep(this);
    }

    static CarriedSession of(SessionState state) {
        if (state.kept() instanceof CarriedSession carried) {
            return carried;
        }
        throw new IllegalStateException("the session is none of this store's");
    }

    /** Takes over what requests have changed; whether the client has something else. Under the lock. */
    boolean absorb() {
        unsealed.addAll(image.update(state));
        String waiting = state.login().awaited();
        if (waiting != null && waiting.length() > LONGEST_PAGE) {
            waiting = null;
        }
        if (image.updateRest(state) || !Objects.equals(awaited, waiting)) {
            otherwise = true;
        }
        awaited = waiting;
        return otherwise || !unsealed.isEmpty();
    }

    /** The session as it is shown to management. */
    SessionSight sight(@Nullable String naming) {
        lock.lock();
        try {
            return new SessionSight(
                    SessionSight.Where.of(
                            SessionSight.Holding.MEMORY, OptionalLong.empty(), otherwise || !unsealed.isEmpty()),
                    image.content(state, naming),
                    List.of());
        } finally {
            lock.unlock();
        }
    }

    /** Notes that the client gets it as it is. Under the lock. */
    void sealed(String text, long accessed) {
        texts.add(text);
        sealedAccess = accessed;
        unsealed.clear();
        otherwise = false;
    }
}
