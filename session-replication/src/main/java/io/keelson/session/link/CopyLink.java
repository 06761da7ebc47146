package io.keelson.session.link;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Pieces;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.remoting.ServerStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The end of a direct connection that receives: hands each item on, and acknowledges those of a turn of reading at once. All on the
 * stream's loop, but for {@link #over} and {@link #close}.
 */
final class CopyLink implements ServerStream.Listener {
    private static final int RANGE = Long.BYTES + Integer.BYTES;
    private static final int MOST_RANGES = 64;
    /** Items up to that length are read from one array. */
    private static final int MOST_KEPT = 256 << 10;

    private final ClusterMember from;
    private final Links.Receiver receiver;
    private final BiConsumer<CopyLink, IOException> ended;
    private volatile @Nullable ServerStream stream;
    private final ByteBuffer ranges = ByteBuffer.allocate(MOST_RANGES * RANGE);
    private byte[] scratch = new byte[4 << 10];
    /** The number of the next item. */
    private long next;
    /** The range that goes on: its first number, and how many. */
    private long first;

    private int count;

    /** From that member; {@code ended} is told once, on the loop. */
    CopyLink(ClusterMember from, Links.Receiver receiver, BiConsumer<CopyLink, IOException> ended) {
        this.from = from;
        this.receiver = receiver;
        this.ended = ended;
    }

    ClusterMember from() {
        return from;
    }

    /** Over that stream; nothing comes before the other end has heard of it. */
    void over(ServerStream opened) {
        stream = opened;
    }

    @Override
    public void received(ByteBuffer message) {
        try {
            while (message.hasRemaining()) {
                int length = message.getInt();
                if (length < 0 || length > message.remaining()) {
                    throw new IllegalArgumentException(
                            "an item of " + length + " bytes, where " + message.remaining() + " are left");
                }
                note(item(message, length));
            }
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            close("a message about sessions cannot be read: " + e.getMessage());
        }
    }

    /** A large one, which is read where it stands. */
    @Override
    public void received(List<ByteBuffer> fragments) {
        try {
            Pieces message = new Pieces(fragments);
            while (message.remaining() > 0) {
                int length = message.getInt();
                if (length < 0 || length > message.remaining()) {
                    throw new IllegalArgumentException(
                            "an item of " + length + " bytes, where " + message.remaining() + " are left");
                }
                note(item(message, length));
            }
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            close("a message about sessions cannot be read: " + e.getMessage());
        }
    }

    private boolean item(Pieces message, int length) {
        if (length > 0 && Compression.isCompressed(message.peek())) {
            byte[] item = room(length);
            message.get(item, 0, length);
            return expanded(item, 0, length);
        }
        int after = message.remaining() - length;
        boolean had = receiver.received(from, new Decoder(message, length));
        message.skip(message.remaining() - after);
        return had;
    }

    /** Hands an item on where it is, if that is an array; else from one of this connection. */
    private boolean item(ByteBuffer message, int length) {
        if (message.hasArray()) {
            int at = message.arrayOffset() + message.position();
            message.position(message.position() + length);
            return expanded(message.array(), at, length);
        }
        byte[] item = room(length);
        message.get(item, 0, length);
        return expanded(item, 0, length);
    }

    private boolean expanded(byte[] item, int at, int length) {
        ServerStream over = stream;
        if (length > 0 && Compression.isCompressed(item[at]) && over != null) {
            byte[] whole = Compression.expand(item, at, length, over.maxMessageSize());
            return receiver.received(from, new Decoder(whole));
        }
        return receiver.received(from, new Decoder(item, at, length));
    }

    private byte[] room(int length) {
        if (length > MOST_KEPT) {
            return new byte[length];
        }
        if (length > scratch.length) {
            scratch = new byte[Math.min(MOST_KEPT, 2 * length)];
        }
        return scratch;
    }

    private void note(boolean had) {
        if (had) {
            if (count == 0) {
                first = next;
            }
            count++;
        } else {
            endRange();
        }
        next++;
    }

    private void endRange() {
        if (count > 0) {
            ranges.putLong(first).putInt(count);
            count = 0;
            if (!ranges.hasRemaining()) {
                answer();
            }
        }
    }

    private void answer() {
        ServerStream to = stream;
        ranges.flip();
        if (to != null && ranges.hasRemaining()) {
            to.send(ranges.remaining(), buffer -> buffer.put(ranges));
        }
        ranges.clear();
    }

    /** The stream flushes at the end of a turn. */
    @Override
    public void readComplete() {
        endRange();
        answer();
    }

    @Override
    public void closed(IOException why) {
        ended.accept(this, why);
    }

    void close(String why) {
        ServerStream open = stream;
        if (open != null) {
            open.close(why);
        }
    }
}
