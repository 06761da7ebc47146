package io.keelson.session.link;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import java.util.List;

/**
 * What a server tells another one over the cluster's channel, so that it connects.
 *
 * @param version of what is spoken on the connection. A reader of another one reads no further
 * @param ticket what the other one shows; nobody else is told
 * @param addresses where to connect to
 */
record Offer(int version, byte[] ticket, List<String> addresses) {
    /** What this build speaks. */
    static final int VERSION = 1;

    static final int TICKET = 16;
    private static final int MOST_ADDRESSES = 64;
    private static final int LONGEST = 512;

    byte[] toBytes() {
        return new Encoder()
                .number(version)
                .bytes(ticket)
                .list(addresses, Encoder::text)
                .toBytes();
    }

    static Offer of(byte[] bytes) throws MalformedMessageException {
        Decoder in = new Decoder(bytes);
        int version = in.integer();
        if (version != VERSION) {
            return new Offer(version, new byte[0], List.of());
        }
        return new Offer(version, in.bytes(TICKET), in.list(MOST_ADDRESSES, from -> from.text(LONGEST)));
    }
}
