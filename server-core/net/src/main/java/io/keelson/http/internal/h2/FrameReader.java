package io.keelson.http.internal.h2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/**
 * Takes a client's bytes apart into frames, whatever pieces they arrive in.
 *
 * <p>Invariant: what it finds depends on the bytes, not on where they were split; only DATA is passed on as it comes. Any
 * other frame is kept until it is whole, which is at most the frame size that the server has allowed, and a header block at
 * most {@code maxHeaderBlock} in at most {@value #MOST_CONTINUATIONS} further frames. Confined to the connection's loop.
 *
 * <p>Specification: RFC 9113, 3.4 HTTP/2 Connection Preface; RFC 9113, 4.1 Frame Format; RFC 9113, 4.2 Frame Size; RFC 9113, 6 Frame
 * Definitions.
 */
public final class FrameReader {
    /** Real clients fill each frame before they begin another. */
    private static final int MOST_CONTINUATIONS = 32;

    private static final byte[] NOTHING = {};
    private static final int PRIORITY_LENGTH = 5;

    private final FrameListener listener;
    private final int maxFrameSize;
    private final int maxHeaderBlock;
    private State state = State.PREFACE;
    private int matched;
    private boolean settingsCame;

    private final byte[] header = new byte[FrameType.HEADER];
    private int headerLength;
    private int length;
    private int type;
    private int flags;
    private int stream;

    /** Bytes of the frame's payload that were not read yet. */
    private int left;

    private int padding;
    private byte[] partial = NOTHING;
    private int partialLength;

    private byte[] block = NOTHING;
    private int blockLength;
    private int blockStream;
    private int blockDependency;
    private boolean blockEndsStream;
    private int continuations;
    private long begun;

    /** Kind of the next bytes. */
    private enum State {
        PREFACE,
        HEADER,
        PAYLOAD,
        PAD_LENGTH,
        DATA,
        PADDING,
        IGNORED
    }

    /** Makes one that expects the preface. */
    public FrameReader(FrameListener listener, int maxFrameSize, int maxHeaderBlock) {
        this.listener = listener;
        this.maxFrameSize = maxFrameSize;
        this.maxHeaderBlock = maxHeaderBlock;
    }

    /** So much of the preface has been read by somebody else. */
    public void prefaceRead(int bytes) {
        matched = bytes;
    }

    /** Returns whether the client owes the rest of something other than DATA: of the preface, a frame or a header block. */
    public boolean incomplete() {
        return switch (state) {
            case PREFACE, PAYLOAD, PAD_LENGTH, PADDING, IGNORED -> true;
            case HEADER -> headerLength > 0 || blockStream != 0 || !settingsCame;
            case DATA -> false;
        };
    }

    /** A number that changes when something new begins; while it stays, the client owes the rest of the same. */
    public long begun() {
        return begun;
    }

    /** Takes all that is there. Once it has failed it must not be called again. */
    public void read(ByteBuf in) throws ConnectionError {
        while (in.isReadable()) {
            switch (state) {
                case PREFACE -> preface(in);
                case HEADER -> header(in);
                case PAYLOAD -> payload(in);
                case PAD_LENGTH -> padLength(in);
                case DATA -> data(in);
                case PADDING -> padding(in);
                case IGNORED -> ignored(in);
            }
        }
    }

    private void preface(ByteBuf in) throws ConnectionError {
        while (in.isReadable() && matched < FrameType.PREFACE.length()) {
            if (in.readByte() != FrameType.PREFACE.charAt(matched)) {
                throw protocol("The connection does not begin with the preface.");
            }
            matched++;
        }
        if (matched == FrameType.PREFACE.length()) {
            state = State.HEADER;
        }
    }

    private void header(ByteBuf in) throws ConnectionError {
        if (headerLength == 0 && blockStream == 0) {
            begun++;
        }
        int n = Math.min(FrameType.HEADER - headerLength, in.readableBytes());
        in.readBytes(header, headerLength, n);
        headerLength += n;
        if (headerLength < FrameType.HEADER) {
            return;
        }
        headerLength = 0;
        length = (header[0] & 0xff) << 16 | (header[1] & 0xff) << 8 | header[2] & 0xff;
        type = header[3] & 0xff;
        flags = header[4] & 0xff;
        stream = (header[5] & 0x7f) << 24 | (header[6] & 0xff) << 16 | (header[7] & 0xff) << 8 | header[8] & 0xff;
        left = length;
        padding = 0;
        checkHeader();
        begin();
        if (left == 0) {
            withoutPayload();
        }
    }

    private void checkHeader() throws ConnectionError {
        if (length > maxFrameSize) {
            throw new ConnectionError(ErrorCode.FRAME_SIZE_ERROR, "A frame is larger than " + maxFrameSize + " bytes.");
        }
        if (blockStream != 0 && (type != FrameType.CONTINUATION || stream != blockStream)) {
            throw protocol("A header block is interrupted.");
        }
        if (!settingsCame && (type != FrameType.SETTINGS || has(FrameType.ACK))) {
            throw protocol("The first frame is not SETTINGS.");
        }
        switch (type) {
            case FrameType.DATA, FrameType.HEADERS, FrameType.PRIORITY -> ofStream();
            case FrameType.RST_STREAM -> {
                ofStream();
                exactly(4);
            }
            case FrameType.SETTINGS -> {
                ofConnection();
                if (has(FrameType.ACK) ? length != 0 : length % 6 != 0) {
                    throw size("SETTINGS");
                }
                settingsCame = true;
            }
            case FrameType.PUSH_PROMISE -> throw protocol("A client cannot push.");
            case FrameType.PING -> {
                ofConnection();
                exactly(8);
            }
            case FrameType.GOAWAY -> {
                ofConnection();
                if (length < 8) {
                    throw size("GOAWAY");
                }
            }
            case FrameType.WINDOW_UPDATE -> exactly(4);
            case FrameType.CONTINUATION -> {
                if (blockStream == 0) {
                    throw protocol("A CONTINUATION continues nothing.");
                }
            }
            default -> {
                // Types that are not known are ignored (RFC 9113, 5.5).
            }
        }
    }

    private void begin() throws ConnectionError {
        switch (type) {
            case FrameType.DATA -> {
                if (has(FrameType.PADDED) && length == 0) {
                    throw size("DATA");
                }
                listener.dataStarts(stream, length);
                state = has(FrameType.PADDED) ? State.PAD_LENGTH : State.DATA;
            }
            case FrameType.HEADERS,
                    FrameType.PRIORITY,
                    FrameType.RST_STREAM,
                    FrameType.SETTINGS,
                    FrameType.PING,
                    FrameType.GOAWAY,
                    FrameType.WINDOW_UPDATE,
                    FrameType.CONTINUATION -> state = State.PAYLOAD;
            default -> state = State.IGNORED;
        }
    }

    private void withoutPayload() throws ConnectionError {
        switch (state) {
            case DATA -> endOfData();
            case PAYLOAD -> {
                state = State.HEADER;
                frame(Unpooled.EMPTY_BUFFER);
            }
            default -> {
                state = State.HEADER;
                listener.unknown();
            }
        }
    }

    // ---- DATA

    private void padLength(ByteBuf in) throws ConnectionError {
        padding = in.readUnsignedByte();
        left--;
        if (padding > left) {
            throw protocol("A DATA frame is padded beyond its length.");
        }
        left -= padding;
        state = State.DATA;
        if (left == 0) {
            afterData();
        }
    }

    private void data(ByteBuf in) throws ConnectionError {
        int n = Math.min(left, in.readableBytes());
        left -= n;
        listener.data(in.readRetainedSlice(n));
        if (left == 0) {
            afterData();
        }
    }

    private void afterData() throws ConnectionError {
        if (padding == 0) {
            endOfData();
        } else {
            left = padding;
            state = State.PADDING;
        }
    }

    private void padding(ByteBuf in) throws ConnectionError {
        int n = Math.min(left, in.readableBytes());
        in.skipBytes(n);
        left -= n;
        if (left == 0) {
            endOfData();
        }
    }

    private void endOfData() throws ConnectionError {
        state = State.HEADER;
        listener.dataEnds(has(FrameType.PADDED) ? padding + 1 : 0, has(FrameType.END_STREAM));
    }

    private void ignored(ByteBuf in) throws ConnectionError {
        int n = Math.min(left, in.readableBytes());
        in.skipBytes(n);
        left -= n;
        if (left == 0) {
            state = State.HEADER;
            listener.unknown();
        }
    }

    // ---- frames that are looked at whole

    private void payload(ByteBuf in) throws ConnectionError {
        if (partialLength == 0 && in.readableBytes() >= length) {
            state = State.HEADER;
            ByteBuf payload = in.readSlice(length);
            frame(payload);
            return;
        }
        int n = Math.min(length - partialLength, in.readableBytes());
        if (partial.length < partialLength + n) {
            partial = Arrays.copyOf(partial, Math.min(length, Math.max(2 * partial.length, partialLength + n)));
        }
        in.readBytes(partial, partialLength, n);
        partialLength += n;
        if (partialLength == length) {
            ByteBuf payload = Unpooled.wrappedBuffer(partial, 0, length);
            partial = NOTHING;
            partialLength = 0;
            state = State.HEADER;
            frame(payload);
        }
    }

    private void frame(ByteBuf payload) throws ConnectionError {
        switch (type) {
            case FrameType.HEADERS -> headers(payload);
            case FrameType.CONTINUATION -> continuation(payload);
            case FrameType.PRIORITY -> {
                boolean wellFormed = length == PRIORITY_LENGTH;
                listener.priority(stream, wellFormed ? payload.readInt() & 0x7fffffff : -1, wellFormed);
            }
            case FrameType.RST_STREAM -> listener.reset(stream, payload.readUnsignedInt());
            case FrameType.SETTINGS -> {
                if (has(FrameType.ACK)) {
                    listener.settingsAcknowledged();
                } else {
                    listener.settings(payload);
                }
            }
            case FrameType.PING -> listener.ping(payload.readLong(), has(FrameType.ACK));
            case FrameType.GOAWAY -> listener.goAway();
            case FrameType.WINDOW_UPDATE -> listener.windowUpdate(stream, payload.readInt() & 0x7fffffff);
            default -> throw new IllegalStateException("a frame of type " + type + " is not looked at whole");
        }
    }

    private void headers(ByteBuf payload) throws ConnectionError {
        int pad = 0;
        if (has(FrameType.PADDED)) {
            if (!payload.isReadable()) {
                throw size("HEADERS");
            }
            pad = payload.readUnsignedByte();
        }
        int dependency = -1;
        if (has(FrameType.WITH_PRIORITY)) {
            if (payload.readableBytes() < PRIORITY_LENGTH) {
                throw size("HEADERS");
            }
            dependency = payload.readInt() & 0x7fffffff;
            payload.skipBytes(1);
        }
        if (pad > payload.readableBytes()) {
            throw protocol("A HEADERS frame is padded beyond its length.");
        }
        ByteBuf fragment = payload.readSlice(payload.readableBytes() - pad);
        boolean endsStream = has(FrameType.END_STREAM);
        if (has(FrameType.END_HEADERS)) {
            checkBlock(fragment.readableBytes());
            listener.headers(stream, fragment, endsStream, dependency);
            return;
        }
        blockStream = stream;
        blockEndsStream = endsStream;
        blockDependency = dependency;
        blockLength = 0;
        continuations = 0;
        append(fragment);
    }

    private void continuation(ByteBuf payload) throws ConnectionError {
        if (++continuations > MOST_CONTINUATIONS) {
            throw new ConnectionError(ErrorCode.ENHANCE_YOUR_CALM, "A header block comes in too many frames.");
        }
        append(payload);
        if (has(FrameType.END_HEADERS)) {
            byte[] whole = block;
            int of = blockStream;
            block = NOTHING;
            blockStream = 0;
            listener.headers(of, Unpooled.wrappedBuffer(whole, 0, blockLength), blockEndsStream, blockDependency);
        }
    }

    private void append(ByteBuf fragment) throws ConnectionError {
        int n = fragment.readableBytes();
        checkBlock(blockLength + n);
        if (block.length < blockLength + n) {
            block = Arrays.copyOf(block, Math.max(2 * block.length, blockLength + n));
        }
        fragment.readBytes(block, blockLength, n);
        blockLength += n;
    }

    /** Beyond this nothing is decoded any more, so the two sides' tables no longer agree: the connection has to end. */
    private void checkBlock(int size) throws ConnectionError {
        if (size > maxHeaderBlock) {
            throw new ConnectionError(
                    ErrorCode.ENHANCE_YOUR_CALM, "A header block is larger than " + maxHeaderBlock + " bytes.");
        }
    }

    // ---- checks

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private void ofStream() throws ConnectionError {
        if (stream == 0) {
            throw protocol("A frame that is of a stream names none.");
        }
    }

    private void ofConnection() throws ConnectionError {
        if (stream != 0) {
            throw protocol("A frame that is of the connection names a stream.");
        }
    }

    private void exactly(int wanted) throws ConnectionError {
        if (length != wanted) {
            throw new ConnectionError(
                    ErrorCode.FRAME_SIZE_ERROR, "A frame of type " + type + " has " + length + " bytes.");
        }
    }

    private static ConnectionError size(String frame) {
        return new ConnectionError(ErrorCode.FRAME_SIZE_ERROR, "A " + frame + " frame has an impossible length.");
    }

    private static ConnectionError protocol(String why) {
        return new ConnectionError(ErrorCode.PROTOCOL_ERROR, why);
    }
}
