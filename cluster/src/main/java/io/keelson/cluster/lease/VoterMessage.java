package io.keelson.cluster.lease;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import java.util.List;

/** Messages between servers about the voters. Ids are those of voters, other names those of servers. */
sealed interface VoterMessage {
    /**
     * The state of one that shall vote.
     *
     * @param established whether it has, or has had, a log in which something has been promised
     * @param answer whether the other's state is wanted as well
     * @param first the servers that vote first, as it knows them; empty: it does not say
     */
    record State(boolean established, boolean answer, List<String> first) implements VoterMessage {
        public State {
            first = List.copyOf(first);
        }

        /** Returns whether it would begin with these: who expects others would begin another group. */
        boolean agreesOn(List<String> others) {
            return first.isEmpty() || first.equals(others);
        }
    }

    /**
     * A server has a log, votes under this id and wants in.
     *
     * @param replaces the voter in whose place; empty: none that it knows of
     * @param wasIn whether its log says that it has been in: then it asks whether it still is
     */
    record Join(String voter, String replaces, boolean wasIn) implements VoterMessage {}

    /** A server without a log is one of those who should vote, and asks whether it is needed. */
    record Ask() implements VoterMessage {}

    /** One server's vote is to be another's; whoever leads sees to it. */
    record Replace(String server, String by) implements VoterMessage {}

    /** The leader wants a server to vote, in that voter's place, or in no one's. */
    record Invite(String replaces) implements VoterMessage {}

    /** Decision that this id votes no more; it is not needed. */
    record Retired(String voter) implements VoterMessage {}

    /** Tells servers that do not vote who votes. */
    record Are(List<String> voters) implements VoterMessage {}

    /** Longest of an id, in characters. */
    int LONGEST = 1024;

    static byte[] encode(VoterMessage message) {
        Encoder to = new Encoder();
        if (message instanceof State state) {
            to.tag(9).flag(state.established()).flag(state.answer()).list(state.first(), Encoder::text);
        } else if (message instanceof Join join) {
            to.tag(join.wasIn() ? 8 : 2).text(join.voter()).text(join.replaces());
        } else if (message instanceof Ask) {
            to.tag(3);
        } else if (message instanceof Replace replace) {
            to.tag(4).text(replace.server()).text(replace.by());
        } else if (message instanceof Invite invite) {
            to.tag(5).text(invite.replaces());
        } else if (message instanceof Retired retired) {
            to.tag(6).text(retired.voter());
        } else if (message instanceof Are are) {
            to.tag(7).list(are.voters(), Encoder::text);
        } else {
            throw new IllegalArgumentException("no such message: " + message);
        }
        return to.toBytes();
    }

    static VoterMessage decode(byte[] bytes) throws MalformedMessageException {
        Decoder from = new Decoder(bytes);
        int tag = from.tag();
        VoterMessage message = switch (tag) {
            case 1 -> new State(from.flag(), from.flag(), List.of());
            case 2 -> new Join(from.text(LONGEST), from.text(LONGEST), false);
            case 3 -> new Ask();
            case 4 -> new Replace(from.text(LONGEST), from.text(LONGEST));
            case 5 -> new Invite(from.text(LONGEST));
            case 6 -> new Retired(from.text(LONGEST));
            case 7 -> new Are(from.list(100, d -> d.text(LONGEST)));
            case 8 -> new Join(from.text(LONGEST), from.text(LONGEST), true);
            case 9 -> new State(from.flag(), from.flag(), from.list(100, d -> d.text(LONGEST)));
            default -> throw new MalformedMessageException("has the unknown tag " + tag + " about voters");
        };
        from.end();
        return message;
    }
}
