package io.keelson.session.store;

import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.servlet.spi.SessionContents;
import io.keelson.servlet.spi.SessionState;
import io.keelson.session.marshal.Marshalling;
import io.keelson.session.marshal.SessionImage;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A session in memory, and what is known of it in the vault. Its lock is held while its bytes are made and written, so that
 * requests of one session wait for each other at their ends only; it guards everything but what is final.
 */
final class HeldSession {
    final SessionState state;
    final SessionImage image;
    final ReentrantLock lock = new ReentrantLock();

    /** Attributes that are others than in the vault. */
    final Set<String> unwritten = new HashSet<>();

    /** The version in the vault; 0: it is not there. */
    long version;

    /** Time of the last request that the vault knows of, milliseconds since the epoch. */
    long writtenAccess;

    /** True if a request has ended whose changes the vault does not have. */
    volatile boolean dirty;

    /** The ticker's time when it became dirty. */
    volatile long dirtySinceNanos;

    /** True if it has left memory, or has ended. */
    volatile boolean gone;

    /** Held by the thread that takes it out of memory; others wait for the lock and look again. */
    volatile boolean leaving;

    /** Time at which it came into memory, milliseconds since the epoch. */
    final long cameMillis;

    /** True if it came from the vault, and was not begun here. */
    final boolean brought;

    /** One that a request begins. */
    HeldSession(SessionState state, Marshalling marshalling) {
        this(state, new SessionImage(marshalling), state.created(), false);
    }

    /** One that has been read from the vault. */
    HeldSession(SessionState state, SessionImage image, long cameMillis) {
        this(state, image, cameMillis, true);
    }

    private HeldSession(SessionState state, SessionImage image, long cameMillis, boolean brought) {
        this.state = state;
        this.image = image;
        this.cameMillis = cameMillis;
        this.brought = brought;
        state.keep(this);
    }

    static HeldSession of(SessionState state) {
        if (state.kept() instanceof HeldSession held) {
            return held;
        }
        throw new IllegalStateException("the session is none of this store's");
    }

    /** Returns how many bytes its attributes are. */
    long size() {
        lock.lock();
        try {
            return image.size();
        } finally {
            lock.unlock();
        }
    }

    /** The session as it is shown to management. */
    SessionSight sight(@Nullable String naming) {
        lock.lock();
        try {
            return new SessionSight(
                    SessionSight.Where.of(
                            SessionSight.Holding.MEMORY,
                            version == 0 ? OptionalLong.empty() : OptionalLong.of(version),
                            dirty),
                    image.content(state, naming),
                    List.of(new SessionSight.Move(
                            SessionContents.text(cameMillis),
                            "session",
                            Optional.empty(),
                            Optional.empty(),
                            OptionalLong.empty(),
                            brought
                                    ? "it was read from the store into this server's memory"
                                    : "a request began it on this server")));
        } finally {
            lock.unlock();
        }
    }

    /** Takes over what requests have changed. Under the lock. */
    void absorb(long nanos) {
        Set<String> changed = image.update(state);
        boolean rest = image.updateRest(state);
        unwritten.addAll(changed);
        // A new session has to be there before its client comes again, also when nothing is in it.
        if (!changed.isEmpty() || rest || version == 0) {
            soil(nanos);
        }
    }

    /** Notes that the vault is behind. */
    void soil(long nanos) {
        if (!dirty) {
            dirtySinceNanos = nanos;
            dirty = true;
        }
    }

    /** Notes that the vault has the session as it is. Under the lock. */
    void written(long millis) {
        version++;
        writtenAccess = millis;
        unwritten.clear();
        dirty = false;
    }
}
