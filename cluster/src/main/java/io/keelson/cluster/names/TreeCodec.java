package io.keelson.cluster.names;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.membership.Membership.Term;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The binary form of the tree's messages: a version, a kind, and the fields in the order of the records. */
final class TreeCodec {
    /** The longest name, in bytes of UTF-8. */
    static final int LONGEST_NAME = 1_024;
    /** The largest value, in bytes. */
    static final int LARGEST_VALUE = 1 << 20;

    private static final int VERSION = 1;
    private static final int LONGEST_SERVER = 512;
    private static final int LONGEST_CLASS_NAME = 4_096;
    private static final int MOST = 1_000_000;

    private static final int REPORT = 1;
    private static final int WHOLE = 2;
    private static final int REQUEST = 3;
    private static final int APPLIED = 4;
    private static final int ACK = 5;
    private static final int ANSWER = 6;

    private static final int BIND = 1;
    private static final int UNBIND = 2;

    private TreeCodec() {}

    // ---- out -------------------------------------------------------------------------------------------------------

    static byte[] write(TreeMessage message) {
        Encoder out = new Encoder().tag(VERSION);
        if (message instanceof TreeMessage.Report report) {
            term(out.tag(REPORT), report.term());
            state(out, report.state());
        } else if (message instanceof TreeMessage.Whole whole) {
            term(out.tag(WHOLE), whole.term());
            state(out, whole.state());
        } else if (message instanceof TreeMessage.Request request) {
            term(out.tag(REQUEST), request.term());
            change(out.number(request.operation()), request.change());
        } else if (message instanceof TreeMessage.Applied applied) {
            term(out.tag(APPLIED), applied.term());
            member(out.number(applied.number()), applied.origin());
            change(out.number(applied.operation()), applied.change());
        } else if (message instanceof TreeMessage.Ack ack) {
            term(out.tag(ACK), ack.term());
            out.number(ack.number());
        } else if (message instanceof TreeMessage.Answer answer) {
            term(out.tag(ANSWER), answer.term());
            out.number(answer.operation()).tag(answer.outcome().ordinal());
        }
        return out.toBytes();
    }

    private static void term(Encoder out, Term term) {
        member(out.number(term.number()), term.creator());
    }

    private static void member(Encoder out, ClusterMember member) {
        out.text(member.server()).text(member.run());
    }

    private static void state(Encoder out, TreeState state) {
        term(out, state.term());
        out.list(state.members(), TreeCodec::member).number(state.changes());
        out.list(state.bindings().entrySet(), (to, entry) -> binding(to.text(entry.getKey()), entry.getValue()));
        out.list(
                state.fences().entrySet(),
                (to, entry) -> to.text(entry.getKey()).number(entry.getValue()));
        out.list(state.done().entrySet(), (to, entry) -> {
            member(to, entry.getKey());
            to.number(entry.getValue().operation())
                    .tag(entry.getValue().outcome().ordinal());
        });
    }

    private static void binding(Encoder out, Binding binding) {
        member(out.text(binding.className()).bytes(binding.value()), binding.owner());
        fence(out, binding.fence());
    }

    private static void fence(Encoder out, @Nullable Fence fence) {
        out.flag(fence != null);
        if (fence != null) {
            out.text(fence.lease()).number(fence.epoch());
        }
    }

    private static void change(Encoder out, TreeChange change) {
        if (change instanceof TreeChange.Bind bind) {
            out.tag(BIND)
                    .text(bind.name())
                    .text(bind.className())
                    .bytes(bind.value().content());
            fence(out, bind.fence());
            out.flag(bind.replace());
        } else if (change instanceof TreeChange.Unbind unbind) {
            fence(out.tag(UNBIND).text(unbind.name()), unbind.fence());
            out.flag(unbind.onlyOwn());
        }
    }

    // ---- in --------------------------------------------------------------------------------------------------------

    static TreeMessage read(byte[] bytes) throws MalformedMessageException {
        Decoder in = new Decoder(bytes);
        int version = in.tag();
        if (version != VERSION) {
            throw new MalformedMessageException("is of version " + version + ", and this server knows " + VERSION);
        }
        int kind = in.tag();
        Term term = term(in);
        TreeMessage message = switch (kind) {
            case REPORT -> new TreeMessage.Report(term, state(in));
            case WHOLE -> new TreeMessage.Whole(term, state(in));
            case REQUEST -> new TreeMessage.Request(term, in.natural(), change(in));
            case APPLIED -> new TreeMessage.Applied(term, in.natural(), member(in), in.natural(), change(in));
            case ACK -> new TreeMessage.Ack(term, in.natural());
            case ANSWER -> new TreeMessage.Answer(term, in.natural(), outcome(in));
            default -> throw new MalformedMessageException("is of the unknown kind " + kind);
        };
        in.end();
        return message;
    }

    private static Term term(Decoder in) throws MalformedMessageException {
        return new Term(in.number(), member(in));
    }

    private static ClusterMember member(Decoder in) throws MalformedMessageException {
        String server = in.text(LONGEST_SERVER);
        String run = in.text(32);
        try {
            return new ClusterMember(server, run);
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException("names no member: " + e.getMessage());
        }
    }

    private static TreeState state(Decoder in) throws MalformedMessageException {
        Term term = term(in);
        List<ClusterMember> members = in.list(MOST, TreeCodec::member);
        long changes = in.natural();
        Map<String, Binding> bindings = new HashMap<>();
        in.list(MOST, from -> bindings.put(name(from), binding(from)));
        Map<String, Long> fences = new HashMap<>();
        in.list(MOST, from -> fences.put(name(from), from.natural()));
        Map<ClusterMember, TreeState.Done> done = new HashMap<>();
        in.list(MOST, from -> done.put(member(from), new TreeState.Done(from.natural(), outcome(from))));
        return new TreeState(term, new HashSet<>(members), changes, bindings, fences, done);
    }

    private static String name(Decoder in) throws MalformedMessageException {
        return in.text(LONGEST_NAME);
    }

    private static Binding binding(Decoder in) throws MalformedMessageException {
        return new Binding(in.text(LONGEST_CLASS_NAME), in.bytes(LARGEST_VALUE), member(in), fence(in));
    }

    private static @Nullable Fence fence(Decoder in) throws MalformedMessageException {
        return in.flag() ? present(in) : null;
    }

    private static Fence present(Decoder in) throws MalformedMessageException {
        String lease = name(in);
        if (lease.isEmpty()) {
            throw new MalformedMessageException("has a fence without a lease");
        }
        return new Fence(lease, in.natural());
    }

    private static Outcome outcome(Decoder in) throws MalformedMessageException {
        int ordinal = in.tag();
        Outcome[] outcomes = Outcome.values();
        if (ordinal >= outcomes.length) {
            throw new MalformedMessageException("has the unknown outcome " + ordinal);
        }
        return outcomes[ordinal];
    }

    private static TreeChange change(Decoder in) throws MalformedMessageException {
        int kind = in.tag();
        return switch (kind) {
            case BIND ->
                new TreeChange.Bind(
                        name(in),
                        in.text(LONGEST_CLASS_NAME),
                        new Bytes(in.bytes(LARGEST_VALUE)),
                        fence(in),
                        in.flag());
            case UNBIND -> new TreeChange.Unbind(name(in), fence(in), in.flag());
            default -> throw new MalformedMessageException("asks for the unknown change " + kind);
        };
    }
}
