package io.keelson.session.cluster;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.Delta;
import io.keelson.session.replica.Image;
import io.keelson.session.replica.Lineage;
import io.keelson.session.replica.ReplicaMessage;
import io.keelson.session.replica.ReplicaMessage.Announce;
import io.keelson.session.replica.ReplicaMessage.Check;
import io.keelson.session.replica.ReplicaMessage.Drop;
import io.keelson.session.replica.ReplicaMessage.Find;
import io.keelson.session.replica.ReplicaMessage.Found;
import io.keelson.session.replica.ReplicaMessage.Give;
import io.keelson.session.replica.ReplicaMessage.Handed;
import io.keelson.session.replica.ReplicaMessage.Have;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Lack;
import io.keelson.session.replica.ReplicaMessage.Refused;
import io.keelson.session.replica.ReplicaMessage.Remove;
import io.keelson.session.replica.ReplicaMessage.Stale;
import io.keelson.session.replica.ReplicaMessage.Take;
import io.keelson.session.replica.ReplicaMessage.Taken;
import io.keelson.session.replica.ReplicaMessage.Update;
import io.keelson.session.replica.ReplicaMessage.Whole;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The binary form of what servers say to one another about sessions: a version, the kind, application and session, the fields. */
final class ReplicaCodec {
    /** The first byte of each message. */
    static final int VERSION = 3;

    private static final int LONGEST_NAME = 65_536;
    private static final int LARGEST = Integer.MAX_VALUE - 64;
    private static final int MOST = 1_000_000;
    /** For numbers and lengths. */
    private static final int ROOM = 96;

    private static final byte[] NOTHING = new byte[0];

    private ReplicaCodec() {}

    /** A message and what it is about. An empty session: it is about the server that sent it, which leaves, or stays. */
    record Envelope(
            String application, String session, @Nullable ReplicaMessage message, boolean leaving) {}

    /** Word that the server leaves, or stays. */
    static byte[] leaving(boolean leaving) {
        return new Encoder().tag(VERSION).tag(0).flag(leaving).toBytes();
    }

    static byte[] write(String application, String session, ReplicaMessage message) {
        return encode(application, session, message).toBytes();
    }

    static Encoder encode(String application, String session, ReplicaMessage message) {
        Encoder out = new Encoder(expected(application, session, message)).tag(VERSION);
        if (message instanceof Update m) {
            head(out, 1, application, session)
                    .number(m.epoch())
                    .number(m.base())
                    .number(m.version());
            delta(out, m.delta());
        } else if (message instanceof Whole m) {
            head(out, 2, application, session)
                    .number(m.epoch())
                    .number(m.version())
                    .number(m.turn());
            lineage(out, m.lineage());
            image(out, m.image());
        } else if (message instanceof Check m) {
            head(out, 3, application, session).number(m.epoch()).number(m.version());
        } else if (message instanceof Remove m) {
            lineage(head(out, 4, application, session).number(m.epoch()).number(m.version()), m.lineage());
        } else if (message instanceof Have m) {
            head(out, 5, application, session).number(m.epoch()).number(m.version());
        } else if (message instanceof Lack m) {
            head(out, 6, application, session).number(m.epoch());
        } else if (message instanceof Stale m) {
            head(out, 7, application, session)
                    .number(m.refused())
                    .number(m.epoch())
                    .number(m.version());
            lineage(out, m.lineage());
        } else if (message instanceof Find m) {
            head(out, 8, application, session).number(m.ask());
        } else if (message instanceof Found m) {
            head(out, 9, application, session).number(m.ask()).tag(m.holding().ordinal());
            out.number(m.epoch()).number(m.version()).number(m.stamp());
        } else if (message instanceof Take m) {
            head(out, 10, application, session)
                    .number(m.ask())
                    .number(m.epoch())
                    .number(m.stamp());
            out.list(m.asked(), ReplicaCodec::member);
        } else if (message instanceof Handed m) {
            head(out, 11, application, session)
                    .number(m.ask())
                    .number(m.epoch())
                    .number(m.version());
            ClusterMember former = m.former();
            out.flag(former != null);
            if (former != null) {
                member(out, former);
            }
            lineage(out, m.lineage());
            image(out, m.image());
        } else if (message instanceof Refused m) {
            head(out, 12, application, session).number(m.ask());
        } else if (message instanceof Give m) {
            head(out, 13, application, session).number(m.of()).number(m.epoch()).number(m.version());
        } else if (message instanceof Taken m) {
            head(out, 14, application, session).number(m.epoch());
        } else if (message instanceof Drop m) {
            head(out, 15, application, session).number(m.epoch()).number(m.turn());
        } else if (message instanceof Announce m) {
            head(out, 16, application, session)
                    .tag(m.holding().ordinal())
                    .number(m.epoch())
                    .number(m.version());
            lineage(out, m.lineage());
        }
        return out;
    }

    /** About as many bytes as are to be copied. */
    private static int expected(String application, String session, ReplicaMessage message) {
        int content = 0;
        if (message instanceof Update m) {
            content = m.delta().about().length + copied(m.delta().attributes());
        } else if (message instanceof Whole m) {
            content = m.image().about().length + copied(m.image().attributes());
        } else if (message instanceof Handed m) {
            content = m.image().about().length + copied(m.image().attributes());
        }
        return ROOM + application.length() + session.length() + content;
    }

    private static int copied(Map<String, ? extends byte @Nullable []> attributes) {
        int copied = 0;
        for (Map.Entry<String, ? extends byte @Nullable []> entry : attributes.entrySet()) {
            byte[] value = entry.getValue();
            copied += entry.getKey().length() + 6 + (value == null || value.length >= Encoder.LARGE ? 0 : value.length);
        }
        return copied;
    }

    private static Encoder head(Encoder out, int kind, String application, String session) {
        return out.tag(kind).text(application).text(session);
    }

    private static void lineage(Encoder out, Lineage lineage) {
        out.list(lineage.reigns(), (to, one) -> {
            member(to.number(one.epoch()), one.by());
            to.number(one.from());
        });
    }

    private static void image(Encoder out, Image image) {
        out.bytes(image.about());
        out.list(
                image.attributes().entrySet(),
                (to, one) -> to.text(one.getKey()).constant(one.getValue()));
    }

    private static void delta(Encoder out, Delta delta) {
        out.bytes(delta.about());
        out.list(delta.attributes().entrySet(), (to, one) -> {
            byte[] value = one.getValue();
            to.text(one.getKey()).flag(value != null);
            if (value != null) {
                to.constant(value);
            }
        });
    }

    private static void member(Encoder out, ClusterMember member) {
        out.text(member.server()).text(member.run());
    }

    /** The version of a message, of whatever form it is else; -1 where there is none. */
    static int version(byte[] bytes) {
        return bytes.length == 0 ? -1 : bytes[0] & 0xFF;
    }

    static Envelope read(byte[] bytes) throws MalformedMessageException {
        return read(new Decoder(bytes));
    }

    static Envelope read(Decoder in) throws MalformedMessageException {
        int version = in.tag();
        if (version != VERSION) {
            throw new MalformedMessageException("is of version " + version + ", and this server knows " + VERSION);
        }
        int kind = in.tag();
        if (kind == 0) {
            boolean leaving = in.flag();
            in.end();
            return new Envelope("", "", null, leaving);
        }
        String application = in.text(LONGEST_NAME);
        String session = in.text(LONGEST_NAME);
        ReplicaMessage message = message(kind, in);
        in.end();
        return new Envelope(application, session, message, false);
    }

    private static ReplicaMessage message(int kind, Decoder in) throws MalformedMessageException {
        return switch (kind) {
            case 1 -> new Update(in.natural(), in.number(), in.natural(), delta(in));
            case 2 -> whole(in);
            case 3 -> new Check(in.natural(), in.natural());
            case 4 -> new Remove(in.natural(), in.natural(), lineage(in));
            case 5 -> new Have(in.natural(), in.number());
            case 6 -> new Lack(in.natural());
            case 7 -> new Stale(in.natural(), in.natural(), in.natural(), lineage(in));
            case 8 -> new Find(in.number());
            case 9 -> new Found(in.number(), holding(in), in.natural(), in.natural(), in.natural());
            case 10 ->
                new Take(in.number(), in.natural(), in.natural(), new HashSet<>(in.list(MOST, ReplicaCodec::member)));
            case 11 -> handed(in);
            case 12 -> new Refused(in.number());
            case 13 -> new Give(in.natural(), in.natural(), in.natural());
            case 14 -> new Taken(in.natural());
            case 15 -> new Drop(in.natural(), in.natural());
            case 16 -> new Announce(holding(in), in.natural(), in.natural(), lineage(in));
            default -> throw new MalformedMessageException("is of the unknown kind " + kind);
        };
    }

    private static Handed handed(Decoder in) throws MalformedMessageException {
        long ask = in.number();
        long epoch = in.natural();
        long version = in.natural();
        ClusterMember former = in.flag() ? member(in) : null;
        Lineage lineage = lineage(in);
        return new Handed(ask, epoch, version, image(in), lineage, former);
    }

    private static Whole whole(Decoder in) throws MalformedMessageException {
        long epoch = in.natural();
        long version = in.natural();
        long turn = in.natural();
        Lineage lineage = lineage(in);
        return new Whole(epoch, version, turn, image(in), lineage);
    }

    private static Lineage lineage(Decoder in) throws MalformedMessageException {
        return new Lineage(in.list(MOST, from -> new Lineage.Reign(from.natural(), member(from), from.natural())));
    }

    private static Image image(Decoder in) throws MalformedMessageException {
        byte[] about = in.bytes(LARGEST);
        Map<String, byte[]> attributes = new HashMap<>();
        in.list(MOST, from -> attributes.put(from.text(LONGEST_NAME), from.bytes(LARGEST)) == null);
        return new Image(about, attributes);
    }

    private static Delta delta(Decoder in) throws MalformedMessageException {
        byte[] about = in.bytes(LARGEST);
        Map<String, byte @Nullable []> attributes = new HashMap<>();
        in.list(
                MOST,
                from -> attributes.put(from.text(LONGEST_NAME), from.flag() ? from.bytes(LARGEST) : null) == NOTHING);
        return new Delta(about, attributes);
    }

    private static Holding holding(Decoder in) throws MalformedMessageException {
        int ordinal = in.tag();
        Holding[] all = Holding.values();
        if (ordinal >= all.length) {
            throw new MalformedMessageException("says the unknown holding " + ordinal);
        }
        return all[ordinal];
    }

    private static ClusterMember member(Decoder in) throws MalformedMessageException {
        try {
            return new ClusterMember(in.text(LONGEST_NAME), in.text(32));
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException("names no member: " + e.getMessage());
        }
    }
}
