package io.keelson.remoting.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Puts fragments together and keeps the credit of the peer: what is on its way here or has not been read by its receiver
 * never exceeds the window. {@link #consumed} may be called by any thread.
 */
final class Inbox {
    /** Credit is given back in pieces of at least that size. */
    private static final long PIECE = 64 * 1024;

    /** A buffer begins that large; who announces much has to send it before it takes memory. */
    private static final int FIRST_CAPACITY = 64 * 1024;

    /**
     * Fragments of a stream that are as long stay where they were received; of shorter ones a copy takes less memory than what they stand
     * in.
     */
    private static final int WORTH_KEEPING = 8 * 1024;

    private final int maxMessageSize;
    private final long window;
    private final ByteBufAllocator allocator;
    private final Map<Long, Partial> partial = new HashMap<>();
    private final AtomicLong consumed = new AtomicLong();
    private long taken;
    private long returned;

    private record Partial(int size, ByteBuf bytes) {}

    Inbox(WireSettings settings, ByteBufAllocator allocator) {
        this.maxMessageSize = settings.maxMessageSize();
        this.window = settings.effectiveWindow();
        this.allocator = allocator;
    }

    /**
     * Takes a frame of a message.
     *
     * @return the whole message, which the caller releases; null while fragments are missing
     */
    @Nullable
    ByteBuf take(FrameType type, int flags, int id, ByteBuf payload) throws ProtocolException {
        boolean first = (flags & Frames.FIRST) != 0;
        boolean last = (flags & Frames.LAST) != 0;
        if (first && last) {
            charge(payload.readableBytes());
            return payload.retain();
        }
        long key = (long) type.number() << 32 | id & 0xffffffffL;
        Partial message = first ? begin(type, key, payload) : partial.get(key);
        if (message == null) {
            throw new ProtocolException("a fragment of message " + id + " has come, of which there is no first");
        }
        if (payload.readableBytes() > message.size - message.bytes.readableBytes()) {
            throw new ProtocolException("message " + id + " is larger than the " + message.size + " bytes announced");
        }
        if (message.bytes instanceof CompositeByteBuf pieces) {
            if (last || payload.readableBytes() >= WORTH_KEEPING) {
                keep(pieces, payload);
            } else {
                message = together(key, message);
                message.bytes.writeBytes(payload);
            }
        } else {
            message.bytes.writeBytes(payload);
        }
        if (!last) {
            return null;
        }
        if (message.bytes.readableBytes() != message.size) {
            throw new ProtocolException("message " + id + " ends after " + message.bytes.readableBytes() + " of the "
                    + message.size + " bytes announced");
        }
        partial.remove(key);
        return message.bytes;
    }

    /**
     * Many small fragments would take much more memory than their bytes: from the first one on the message is put together as any other.
     */
    private Partial together(long key, Partial message) {
        Partial whole = new Partial(message.size, room(message.size));
        whole.bytes.writeBytes(message.bytes);
        message.bytes.release();
        partial.put(key, whole);
        return whole;
    }

    private ByteBuf room(int size) {
        return allocator.buffer(Math.min(size, FIRST_CAPACITY), Math.max(size, 1));
    }

    private void keep(CompositeByteBuf pieces, ByteBuf payload) {
        int length = payload.readableBytes();
        ByteBuf piece = length >= WORTH_KEEPING
                ? payload.retainedSlice()
                : allocator.buffer(Math.max(length, 1)).writeBytes(payload);
        pieces.addComponent(true, piece);
    }

    /** Reads where the bytes stand, as streams mostly carry large ones. */
    private Partial begin(FrameType type, long key, ByteBuf payload) throws ProtocolException {
        if (payload.readableBytes() < Frames.SIZE_OF_WHOLE) {
            throw new ProtocolException("a first fragment without the size of the whole has come");
        }
        int size = payload.readInt();
        charge(size);
        Partial message =
                new Partial(size, type == FrameType.STREAM ? allocator.compositeBuffer(Integer.MAX_VALUE) : room(size));
        Partial before = partial.put(key, message);
        if (before != null) {
            before.bytes.release();
            throw new ProtocolException("a message has begun twice");
        }
        return message;
    }

    private void charge(int size) throws ProtocolException {
        if (size < 0 || size > maxMessageSize) {
            throw new ProtocolException("a message of " + (size & 0xffffffffL) + " bytes has come, where"
                    + " max-message-size is " + maxMessageSize);
        }
        taken += WireSettings.cost(size);
        if (taken - returned > window) {
            throw new ProtocolException("the peer has sent more than its credit of " + window + " bytes");
        }
    }

    /**
     * A message has been read. Any thread.
     *
     * @return whether credit should be given back now
     */
    boolean consumed(long cost) {
        long now = consumed.addAndGet(cost);
        return now >= PIECE && now - cost < PIECE;
    }

    /** The credit to give back now; 0 for none. */
    long credit() {
        if (consumed.get() < PIECE) {
            return 0;
        }
        long credit = consumed.getAndSet(0);
        returned += credit;
        return credit;
    }

    void release() {
        partial.values().forEach(message -> message.bytes.release());
        partial.clear();
    }
}
