package io.keelson.session.cluster;

import io.keelson.servlet.spi.SessionState;
import io.keelson.session.marshal.MalformedSessionException;
import io.keelson.session.marshal.Marshalling;
import io.keelson.session.marshal.SessionImage;
import io.keelson.session.marshal.SessionRecord;
import io.keelson.session.replica.Delta;
import io.keelson.session.replica.Image;
import jakarta.servlet.http.HttpSessionActivationListener;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A session's object on the server that is its primary. {@code lock} guards {@code image}, and lets changes through in their order. */
final class ReplicatedSession {
    final ReentrantLock lock = new ReentrantLock();
    final SessionState state;
    final AtomicBoolean retiring = new AtomicBoolean();
    private SessionImage image;
    /** Slot that keeps it; another one when its id has changed. */
    volatile Slot slot;
    /** Outcome of the last change. */
    volatile CompletableFuture<Answer> last = CompletableFuture.completedFuture(new Answer.Kept());

    ReplicatedSession(SessionState state, SessionImage image, Slot slot) {
        this.state = state;
        this.image = image;
        this.slot = slot;
        state.keep(this);
    }

    static @Nullable ReplicatedSession of(SessionState state) {
        return state.kept() instanceof ReplicatedSession session ? session : null;
    }

    /** Returns what requests have changed since the last time: what they set, as bytes, where it is not as it was. Under the lock. */
    Delta absorb() {
        Map<String, byte @Nullable []> changes = new HashMap<>();
        for (String name : image.update(state)) {
            changes.put(name, image.attribute(name));
        }
        image.updateRest(state);
        return new Delta(image.about(state).toBytes(), changes);
    }

    /** Notes that nothing of it has been kept: it has another id now. Under the lock. */
    void anew(Marshalling marshalling) {
        image = new SessionImage(marshalling);
        state.changed(Set.copyOf(state.attributes().keySet()));
    }

    /** Notes that attributes were told that they move, and may have changed. */
    void told() {
        state.attributes().forEach((name, value) -> {
            if (value instanceof HttpSessionActivationListener) {
                state.changed(Set.of(name));
            }
        });
    }

    /** A session as it was written. */
    static SessionRecord record(Image image) throws MalformedSessionException {
        SessionRecord about = SessionRecord.of(image.about());
        return new SessionRecord(
                about.id(),
                about.created(),
                about.accessed(),
                about.timeoutSeconds(),
                about.user(),
                about.scheme(),
                image.attributes());
    }

    /** Returns the time at which a session is due to expire, milliseconds since the epoch; {@link Long#MAX_VALUE}: never, or not known. */
    static long expires(Image image) {
        try {
            return image.about().length == 0
                    ? Long.MAX_VALUE
                    : SessionRecord.head(image.about()).expires();
        } catch (MalformedSessionException e) {
            return Long.MAX_VALUE;
        }
    }
}
