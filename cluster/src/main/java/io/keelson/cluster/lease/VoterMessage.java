package io.keelson.cluster.lease;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;

/** What servers that vote, or shall vote, say to one another before they share a log. */
sealed interface VoterMessage {
    /**
     * The state of one that shall vote.
     *
     * @param established whether it has a log in which something has been promised
     * @param answer whether the other's state is wanted as well
     */
    record State(boolean established, boolean answer) implements VoterMessage {}

    /** A server whose log was lost, or that was not there when the others began, votes under this id and wants in. */
    record Join(String voter) implements VoterMessage {}

    static byte[] encode(VoterMessage message) {
        Encoder to = new Encoder();
        if (message instanceof State state) {
            return to.tag(1).flag(state.established()).flag(state.answer()).toBytes();
        } else if (message instanceof Join join) {
            return to.tag(2).text(join.voter()).toBytes();
        }
        throw new IllegalArgumentException("no such message: " + message);
    }

    static VoterMessage decode(byte[] bytes) throws MalformedMessageException {
        Decoder from = new Decoder(bytes);
        int tag = from.tag();
        VoterMessage message;
        if (tag == 1) {
            message = new State(from.flag(), from.flag());
        } else if (tag == 2) {
            message = new Join(from.text(1024));
        } else {
            throw new MalformedMessageException("has the unknown tag " + tag + " about voters");
        }
        from.end();
        return message;
    }
}
