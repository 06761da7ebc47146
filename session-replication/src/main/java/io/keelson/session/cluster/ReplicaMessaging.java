package io.keelson.session.cluster;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Topic;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.remoting.ServerStreams;
import io.keelson.session.link.CompressionRules;
import io.keelson.session.link.LinkRuntime;
import io.keelson.session.link.Links;
import io.keelson.session.link.Parcel;
import io.keelson.session.replica.ReplicaMessage;
import io.keelson.session.replica.ReplicaMessage.Check;
import io.keelson.session.replica.ReplicaMessage.Update;
import io.keelson.session.replica.ReplicaMessage.Whole;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages between this server and others about sessions: over a direct connection where there is one, else through the
 * cluster's channel. Thread-safe.
 */
final class ReplicaMessaging {
    /** Copies of HTTP sessions and of other replicated objects. */
    public static final Topic SESSIONS = new Topic(6, "sessions");

    private final Membership membership;
    private final Listener listener;
    private volatile @Nullable Links links;

    /** Takes what others say. Called on threads of the channel or of connections; must not block. */
    interface Listener {
        /** A server leaves, or stays. */
        void leaving(ClusterMember from, boolean leaves);

        /** A server speaks of sessions in another version of the form than this one. */
        void foreign(ClusterMember from, int version);

        /** A message about a session, which is answered by a message. */
        void heard(ClusterMember from, String application, String session, ReplicaMessage message);

        /**
         * Does the same as {@link #heard}, but that this server has what it was sent is not said by a message.
         *
         * @return whether it has
         */
        boolean had(ClusterMember from, String application, String session, ReplicaMessage message);

        /** A server has what it was sent of a session, up to that version. */
        void had(Slot slot, ClusterMember by, long epoch, long version);

        /** Messages of a session to that server may be lost. */
        void cut(Slot slot, ClusterMember to);
    }

    ReplicaMessaging(Membership membership, Listener listener) {
        this.membership = membership;
        this.listener = listener;
        membership.group().receive(SESSIONS, this::fromChannel);
    }

    void connect(ServerStreams streams, boolean secureOnly, CompressionRules compression, Ticker ticker) {
        links = new Links(membership, streams, secureOnly, compression, ticker, this::fromConnection);
    }

    /** The direct connections on which this server sends. */
    List<LinkRuntime> links() {
        Links direct = links;
        return direct == null ? List.of() : direct.state();
    }

    /** Sends a message about a session. Under its lock: that keeps the order. */
    void send(Slot slot, ClusterMember to, ReplicaMessage message) {
        Encoder bytes = ReplicaCodec.encode(slot.application, slot.session, message);
        Links direct = links;
        if (direct == null || slot.tooLarge || !direct.send(to, new Sent(slot, message, bytes))) {
            // What follows of a session that is too large for a connection must not overtake.
            slot.tooLarge |= direct != null && direct.tooLarge(to, bytes.length());
            membership.group().send(to, SESSIONS, bytes.toBytes());
        }
    }

    /** Says whether this server leaves, and with it in which version it speaks. */
    void say(List<ClusterMember> to, boolean leaves) {
        byte[] bytes = ReplicaCodec.leaving(leaves);
        to.forEach(other -> membership.group().send(other, SESSIONS, bytes));
    }

    private void fromChannel(ClusterMember from, byte[] payload) {
        int version = ReplicaCodec.version(payload);
        if (version != ReplicaCodec.VERSION) {
            listener.foreign(from, version);
            return;
        }
        try {
            ReplicaCodec.Envelope envelope = ReplicaCodec.read(payload);
            ReplicaMessage message = envelope.message();
            if (message == null) {
                listener.leaving(from, envelope.leaving());
            } else {
                listener.heard(from, envelope.application(), envelope.session(), message);
            }
        } catch (MalformedMessageException e) {
            ReplicationLog.LOG.malformed(from.server(), String.valueOf(e.getMessage()));
        }
    }

    private boolean fromConnection(ClusterMember from, Decoder bytes) {
        try {
            ReplicaCodec.Envelope envelope = ReplicaCodec.read(bytes);
            ReplicaMessage message = envelope.message();
            return message != null && listener.had(from, envelope.application(), envelope.session(), message);
        } catch (MalformedMessageException e) {
            ReplicationLog.LOG.malformed(from.server(), String.valueOf(e.getMessage()));
            return false;
        }
    }

    void end() {
        Links direct = links;
        if (direct != null) {
            direct.close();
        }
    }

    /** A message on a direct connection. */
    private final class Sent implements Parcel {
        private final Slot slot;
        private final ReplicaMessage message;
        private final Encoder bytes;

        Sent(Slot slot, ReplicaMessage message, Encoder bytes) {
            this.slot = slot;
            this.message = message;
            this.bytes = bytes;
        }

        @Override
        public int most() {
            return bytes.length();
        }

        @Override
        public void write(ByteBuffer to) {
            bytes.copyTo(to);
        }

        @Override
        public List<ByteBuffer> parts() {
            return bytes.parts();
        }

        @Override
        public void acknowledged(ClusterMember by) {
            if (message instanceof Update m) {
                listener.had(slot, by, m.epoch(), m.version());
            } else if (message instanceof Whole m) {
                listener.had(slot, by, m.epoch(), m.version());
            } else if (message instanceof Check m) {
                listener.had(slot, by, m.epoch(), m.version());
            }
        }

        @Override
        public void lost(ClusterMember to) {
            listener.cut(slot, to);
        }
    }
}
