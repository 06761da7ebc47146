package io.keelson.session.link;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import java.util.Arrays;
import java.util.List;

/**
 * Offer that a server makes another one over the cluster's channel, so that it connects.
 *
 * @param version of what is spoken on the connection. A reader of another one reads no further
 * @param ticket what the other one shows; nobody else is told
 * @param addresses where to connect to
 * @param features what else it understands; builds that do not know them say none, and read no further than the addresses
 */
record Offer(int version, byte[] ticket, List<String> addresses, int features) {
    /** Version that this build speaks. */
    static final int VERSION = 1;

    static final int TICKET = 16;
    /**
     * Feature of a server that offers: it looks behind the ticket that it is shown for a byte, which has the features
     * of the server that connects.
     */
    static final int GREETED = 1;
    /** In the byte behind the ticket: who connects expands what is compressed. */
    static final int EXPANDS = 1;

    private static final int MOST_ADDRESSES = 64;
    private static final int LONGEST = 512;

    byte[] toBytes() {
        return new Encoder()
                .number(version)
                .bytes(ticket)
                .list(addresses, Encoder::text)
                .number(features)
                .toBytes();
    }

    static Offer of(byte[] bytes) throws MalformedMessageException {
        Decoder in = new Decoder(bytes);
        int version = in.integer();
        if (version != VERSION) {
            return new Offer(version, new byte[0], List.of(), 0);
        }
        byte[] ticket = in.bytes(TICKET);
        List<String> addresses = in.list(MOST_ADDRESSES, from -> from.text(LONGEST));
        return new Offer(version, ticket, addresses, in.more() ? in.integer() : 0);
    }

    /** Returns what is shown when connecting. */
    byte[] greeting() {
        if ((features & GREETED) == 0) {
            return ticket;
        }
        byte[] greeting = Arrays.copyOf(ticket, ticket.length + 1);
        greeting[ticket.length] = EXPANDS;
        return greeting;
    }

    /** The ticket of a greeting. */
    static byte[] ticket(byte[] greeting) {
        return Arrays.copyOf(greeting, Math.min(greeting.length, TICKET));
    }

    /** Returns whether who greets so expands what is compressed. */
    static boolean expands(byte[] greeting) {
        return greeting.length > TICKET && (greeting[TICKET] & EXPANDS) != 0;
    }
}
