package io.keelson.session.cluster;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.kernel.spi.session.SessionSight.Attribute;
import io.keelson.kernel.spi.session.SessionSight.Content;
import io.keelson.servlet.spi.SessionContents;
import io.keelson.servlet.spi.SessionState;
import io.keelson.session.marshal.MalformedSessionException;
import io.keelson.session.marshal.StoredContent;
import io.keelson.session.replica.Epoch;
import io.keelson.session.replica.Image;
import io.keelson.session.replica.Remnant;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.SessionReplica;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Sight of a replicated session on one server, for management. */
final class ReplicaSight {
    private ReplicaSight() {}

    /**
     * A session; empty where this server has not had anything of it.
     *
     * @param state its object; null where there is none
     * @param self this server
     * @param naming the attribute that names sessions to people; null: none
     */
    static Optional<SessionSight> of(Slot slot, @Nullable SessionState state, String self, @Nullable String naming) {
        slot.lock.lock();
        try {
            SessionReplica replica = slot.replica;
            Holding holding = replica.holding();
            if (slot.gone || holding == Holding.NONE && replica.epoch() == 0) {
                return Optional.empty();
            }
            boolean primary = holding == Holding.PRIMARY;
            boolean copy = holding == Holding.BACKUP;
            return Optional.of(new SessionSight(
                    new SessionSight.Where(
                            shown(holding),
                            primary ? Optional.of(self) : replica.primary().map(ClusterMember::server),
                            copy ? Optional.of(self) : replica.secondary().map(ClusterMember::server),
                            OptionalLong.of(Epoch.count(replica.epoch())),
                            primary || copy ? OptionalLong.of(replica.version()) : OptionalLong.empty(),
                            replica.exposed() || replica.behind() > 0),
                    primary || copy ? content(replica.image(), primary ? state : null, naming) : Content.NONE,
                    slot.moves.moves()));
        } finally {
            slot.lock.unlock();
        }
    }

    /** A session of which no more is known than that it has ended. */
    static SessionSight ended(Remnant left) {
        return new SessionSight(
                new SessionSight.Where(
                        SessionSight.Holding.ENDED,
                        Optional.empty(),
                        Optional.empty(),
                        OptionalLong.of(Epoch.count(left.epoch())),
                        OptionalLong.empty(),
                        false),
                Content.NONE,
                List.of());
    }

    private static SessionSight.Holding shown(Holding holding) {
        return switch (holding) {
            case PRIMARY -> SessionSight.Holding.PRIMARY;
            case BACKUP -> SessionSight.Holding.SECONDARY;
            case ENDED -> SessionSight.Holding.ENDED;
            case NONE, TAKING -> SessionSight.Holding.GONE;
        };
    }

    private static Content content(Image image, @Nullable SessionState state, @Nullable String naming) {
        OptionalLong bytes = OptionalLong.of(StoredContent.bytes(image.attributes()));
        if (state != null) {
            return SessionContents.of(state, naming, StoredContent.sizes(image.attributes()), bytes);
        }
        try {
            return StoredContent.of(ReplicatedSession.record(image), naming);
        } catch (MalformedSessionException e) {
            // Nothing has been kept of it yet, or it was written by a later version of this server.
            return new Content(
                    StoredContent.name(image.attributes(), naming),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    false,
                    bytes,
                    image.attributes().entrySet().stream()
                            .map(each ->
                                    new Attribute(each.getKey(), "unknown", OptionalLong.of(each.getValue().length)))
                            .toList());
        }
    }
}
