package io.keelson.http.internal.h2;

/**
 * Ends of the streams that ended last, since frames that were under way still come for them. Keeps as many as there are places; a later
 * stream takes the place of an earlier one. Confined to the connection's loop.
 *
 * <p>Specification: RFC 9113, 5.1 Stream States.
 */
public final class ClosedStreams {
    private static final int LEAST = 128;

    private final int[] streams;
    private final End[] ends;

    /** Way in which a stream has ended. */
    public enum End {
        /** Both sides have sent all. */
        BOTH_SENT,
        /** The server has reset it: what the client had under way is ignored. */
        RESET_HERE,
        /** The client has reset it. */
        RESET_THERE,
        /** Too long ago to know, or it never was. */
        UNKNOWN
    }

    /** Makes one for a connection with so many streams at a time. */
    public ClosedStreams(int mostStreams) {
        int places = Integer.highestOneBit(Math.max(LEAST, Math.min(2 * mostStreams, 4096)) - 1) << 1;
        streams = new int[places];
        ends = new End[places];
    }

    /** Takes note of the end of a stream. */
    public void add(int stream, End end) {
        int place = place(stream);
        streams[place] = stream;
        ends[place] = end;
    }

    /** Returns how a stream has ended. */
    public End end(int stream) {
        int place = place(stream);
        return streams[place] == stream ? ends[place] : End.UNKNOWN;
    }

    private int place(int stream) {
        return stream >>> 1 & streams.length - 1;
    }
}
