package io.keelson.http.internal.h2;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * Writes frames into a buffer, one behind the other. A frame of fields or data is begun, filled and ended, so that its
 * length is set when it is known. Stateless.
 *
 * <p>Specification: RFC 9113, 4.1 Frame Format; RFC 9113, 6 Frame Definitions.
 */
public final class FrameWriter {
    private FrameWriter() {}

    /** The nine bytes before a payload. */
    public static void header(ByteBuf out, int length, int type, int flags, int stream) {
        out.writeMedium(length);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(stream);
    }

    /** Begins a header block; returns its place. */
    public static int beginFields(ByteBuf out, int stream) {
        int start = out.writerIndex();
        header(out, 0, FrameType.HEADERS, FrameType.END_HEADERS, stream);
        return start;
    }

    /** Ends the header block that began at that place, in several frames where it is too large for one. */
    public static void endFields(ByteBuf out, int start, int stream) {
        int length = out.writerIndex() - start - FrameType.HEADER;
        if (length <= FrameType.PAYLOAD) {
            out.setMedium(start, length);
            return;
        }
        byte[] rest = new byte[length - FrameType.PAYLOAD];
        out.getBytes(start + FrameType.HEADER + FrameType.PAYLOAD, rest);
        out.writerIndex(start + FrameType.HEADER + FrameType.PAYLOAD);
        out.setMedium(start, FrameType.PAYLOAD);
        out.setByte(start + 4, 0);
        for (int from = 0; from < rest.length; from += FrameType.PAYLOAD) {
            int n = Math.min(FrameType.PAYLOAD, rest.length - from);
            int flags = from + n == rest.length ? FrameType.END_HEADERS : 0;
            header(out, n, FrameType.CONTINUATION, flags, stream);
            out.writeBytes(rest, from, n);
        }
    }

    /** Writes all of the bytes as DATA; returns the place of the last frame. */
    public static int data(ByteBuf out, int stream, ByteBuffer bytes) {
        int last = out.writerIndex();
        int end = bytes.limit();
        while (bytes.position() < end) {
            int n = Math.min(FrameType.PAYLOAD, end - bytes.position());
            last = out.writerIndex();
            header(out, n, FrameType.DATA, 0, stream);
            bytes.limit(bytes.position() + n);
            out.writeBytes(bytes);
        }
        bytes.limit(end);
        return last;
    }

    /** Says that the frame at that place is the stream's last. */
    public static void endStream(ByteBuf out, int frame) {
        out.setByte(frame + 4, out.getByte(frame + 4) | FrameType.END_STREAM);
    }

    public static void reset(ByteBuf out, int stream, ErrorCode code) {
        header(out, 4, FrameType.RST_STREAM, 0, stream);
        out.writeInt(code.number());
    }

    public static void windowUpdate(ByteBuf out, int stream, int increment) {
        header(out, 4, FrameType.WINDOW_UPDATE, 0, stream);
        out.writeInt(increment);
    }

    public static void settingsAcknowledged(ByteBuf out) {
        header(out, 0, FrameType.SETTINGS, FrameType.ACK, 0);
    }

    public static void ping(ByteBuf out, long content, boolean acknowledgement) {
        header(out, 8, FrameType.PING, acknowledgement ? FrameType.ACK : 0, 0);
        out.writeLong(content);
    }

    /** Says that streams above the last are not served, and why the connection ends. */
    public static void goAway(ByteBuf out, int lastStream, ErrorCode code, String why) {
        header(out, 8 + why.length(), FrameType.GOAWAY, 0, 0);
        out.writeInt(lastStream);
        out.writeInt(code.number());
        out.writeCharSequence(why, java.nio.charset.StandardCharsets.US_ASCII);
    }

    /** Writes the settings that this server asks of its clients. */
    public static void settings(ByteBuf out, int streams, int window, int frameSize, int headerListSize) {
        header(out, 24, FrameType.SETTINGS, 0, 0);
        setting(out, PeerSettings.MAX_CONCURRENT_STREAMS, streams);
        setting(out, PeerSettings.INITIAL_WINDOW_SIZE, window);
        setting(out, PeerSettings.MAX_FRAME_SIZE, frameSize);
        setting(out, PeerSettings.MAX_HEADER_LIST_SIZE, headerListSize);
    }

    private static void setting(ByteBuf out, int id, int value) {
        out.writeShort(id);
        out.writeInt(value);
    }
}
