package io.keelson.session.cluster;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ClusterSnapshot;
import io.keelson.session.replica.Image;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.SessionReplica;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A session's machine and what guards it. */
final class Slot {
    final ReentrantLock lock = new ReentrantLock();
    /** Lets one thread at a time make the session's object; taken before {@code lock}. */
    final ReentrantLock loading = new ReentrantLock();

    final String application;
    final String session;
    /** Guarded by {@code lock}. */
    final SessionReplica replica;
    /** Guarded by {@code lock}. */
    final MoveHistory moves = new MoveHistory();
    /** Guarded by {@code lock}: it is not in the table any more, and another may be. */
    boolean gone;
    /** Guarded by {@code lock}: a message of it was too large for a direct connection. */
    boolean tooLarge;

    Slot(String application, String session, SessionReplica replica) {
        this.application = application;
        this.session = session;
        this.replica = replica;
    }

    /** The content, where this server is the primary and the session stays; else null. */
    @Nullable
    Image image() {
        lock.lock();
        try {
            return stays() ? replica.image() : null;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether this server has the session, or is just getting it. */
    boolean holds() {
        lock.lock();
        try {
            return !gone && replica.holding() != Holding.NONE && replica.holding() != Holding.ENDED;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether this server is the primary and a request is served without a question. */
    boolean serves() {
        lock.lock();
        try {
            return !gone && replica.serves();
        } finally {
            lock.unlock();
        }
    }

    private boolean stays() {
        return !gone && replica.holding() == Holding.PRIMARY && !replica.goes();
    }

    /** Does something if the session is still here with that content. */
    @SuppressWarnings("ReferenceEquality") // images are never changed: it is the one that was read, or another
    boolean keeps(Image image, Runnable action) {
        lock.lock();
        try {
            boolean same = stays() && replica.image() == image;
            if (same) {
                action.run();
            }
            return same;
        } finally {
            lock.unlock();
        }
    }

    /** The server that its requests are taken to; empty: it comes here. */
    Optional<String> host(ClusterSnapshot around, long now) {
        lock.lock();
        try {
            return gone ? Optional.empty() : replica.host(around, now).map(ClusterMember::server);
        } finally {
            lock.unlock();
        }
    }

    Optional<String> secondary() {
        lock.lock();
        try {
            return replica.secondary().map(ClusterMember::server);
        } finally {
            lock.unlock();
        }
    }

    long behindFor(long now) {
        lock.lock();
        try {
            return replica.behindFor(now);
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether its time is over at that time. */
    boolean due(long millis) {
        Image image = image();
        return image != null && ReplicatedSession.expires(image) <= millis;
    }
}
