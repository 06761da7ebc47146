package io.keelson.http.internal;

import io.keelson.http.ClientGoneException;
import io.keelson.http.internal.h2.ConnectionError;
import io.keelson.http.internal.h2.ErrorCode;
import io.keelson.http.internal.h2.FrameType;
import io.keelson.http.internal.h2.FrameWriter;
import io.keelson.http.internal.h2.PeerSettings;
import io.keelson.muxer.OutgoingFile;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Output of an HTTP/2 connection. Frames of the connection are sent at once, those of streams as the windows and the socket permit, one
 * frame of each stream in turn. Everything that one turn of the loop writes is flushed together.
 *
 * <p>A stream that has something to send is in one of three places: {@code ready}; {@code starved}, where the connection's
 * window is shut; or nowhere, where its own is. Confined to the loop but for {@link #execute} and {@link #buffer}.
 *
 * <p>Specification: RFC 9113, 5.2 Flow Control.
 */
final class Http2Output {
    /** So much is sent before other connections of the loop have their turn. */
    private static final int MOST_IN_A_TURN = 256 * 1024;

    /** Answers that a client which reads nothing can make the server keep, beside responses. */
    private static final int MOST_UNSENT_CONTROLS = 1000;

    /**
     * So much data is sent to a client that comes from HTTP/1.1 before its preface shows that it has changed to HTTP/2. With
     * what comes before it that is less than the 16 KiB that the JDK's client reads at once; what it reads beyond them while it
     * changes, it can lose.
     */
    private static final int MOST_BEFORE_PREFACE = 8 * 1024;

    private static final int LEAST_PREPARED = 512;
    private static final int MOST_PREPARED = 16 * 1024;

    private final Http2Connection connection;
    private final Channel channel;
    private final LoopState loop;
    private final PeerSettings peer;
    private final ArrayDeque<Http2Stream> ready = new ArrayDeque<>();
    private final ArrayDeque<Http2Stream> starved = new ArrayDeque<>();
    private final Runnable flush = this::flush;
    private final Runnable pumpInNextTurn = this::pumpInNextTurn;
    private int window = FrameType.WINDOW;

    /** Part of the connection's window that is not used before the client's preface has come. */
    private int withheld;

    private int preparedSize = LEAST_PREPARED;
    private int unsentControls;
    private boolean flushDue;
    private boolean pumping;
    private boolean pumpDue;
    private long lastData;

    Http2Output(Http2Connection connection, Channel channel, LoopState loop, PeerSettings peer) {
        this.connection = connection;
        this.channel = channel;
        this.loop = loop;
        this.peer = peer;
    }

    /** A direct buffer. Any thread. */
    ByteBuf buffer(int size) {
        return channel.alloc().directBuffer(size);
    }

    /** Opens a file in the way that the channel sends best. Blocks, so not on the loop. */
    OutgoingFile open(Path file) throws IOException {
        return OutgoingFile.open(channel, file);
    }

    /** A buffer from the loop's own cache, as large as the last responses were. */
    ByteBuf preparedBuffer() {
        return buffer(preparedSize);
    }

    /** Runs a task on the loop. A loop that has ended takes none; its connections are gone. Any thread. */
    boolean execute(Runnable task) {
        try {
            loop.loop().execute(task);
            return true;
        } catch (RejectedExecutionException ended) {
            HttpLog.LOG.debugf(ended, "a task came after the end of the muxer");
            return false;
        }
    }

    // ---- frames of the connection

    /** Sends a frame of the connection, before all that waits for a window. */
    void control(ByteBuf frame) {
        if (channel.isWritable()) {
            unsentControls = 0;
        } else if (++unsentControls > MOST_UNSENT_CONTROLS) {
            frame.release();
            execute(() -> connection.fail(
                    new ConnectionError(ErrorCode.ENHANCE_YOUR_CALM, "The client asks for answers and reads none.")));
            return;
        }
        channel.write(frame, channel.voidPromise());
        flushSoon();
    }

    /** Lets the client send more of a stream's body, or on the whole connection (0). */
    void windowUpdate(int stream, int bytes) {
        ByteBuf frame = buffer(FrameType.HEADER + 4);
        FrameWriter.windowUpdate(frame, stream, bytes);
        control(frame);
    }

    void settingsAcknowledged() {
        ByteBuf frame = buffer(FrameType.HEADER);
        FrameWriter.settingsAcknowledged(frame);
        control(frame);
    }

    void ping(long content, boolean acknowledgement) {
        ByteBuf frame = buffer(FrameType.HEADER + 8);
        FrameWriter.ping(frame, content, acknowledgement);
        control(frame);
    }

    /** Writes a reset. */
    void reset(int stream, ErrorCode code) {
        ByteBuf frame = buffer(FrameType.HEADER + 4);
        FrameWriter.reset(frame, stream, code);
        control(frame);
    }

    // ---- frames of streams

    /** Sends frames of a stream that were encoded by its owner. */
    void send(Http2Stream stream, ByteBuf frames) {
        if (stream.closed()) {
            frames.release();
            return;
        }
        SendQueue queue = stream.queue();
        if (queue.isEmpty() && ready.isEmpty() && channel.isWritable() && !peer.smallerTable()) {
            if (sendWhole(stream, frames)) {
                return;
            }
        }
        queue.add(frames);
        ready(stream);
        pump();
    }

    /**
     * Sends the end of a response that is a file, frame by frame, as the client takes it.
     *
     * @param before frames before it
     * @param after frames that end the stream; null: the last frame of the file does
     */
    void sendFile(Http2Stream stream, ByteBuf before, FileBytes file, @Nullable ByteBuf after) {
        if (stream.closed()) {
            before.release();
            file.release();
            if (after != null) {
                after.release();
            }
            return;
        }
        if (before.isReadable()) {
            stream.queue().add(before);
        } else {
            before.release();
        }
        stream.queue().add(file, after);
        ready(stream);
        pump();
    }

    /** Sends what finds room in both windows as it is, in one write. */
    private boolean sendWhole(Http2Stream stream, ByteBuf frames) {
        int size = frames.readableBytes();
        int data = 0;
        int type = 0;
        int flags = 0;
        SendQueue.End end = null;
        for (int at = frames.readerIndex(); at < frames.writerIndex(); ) {
            int length = frames.getUnsignedMedium(at);
            type = frames.getByte(at + 3);
            flags = frames.getByte(at + 4);
            if (type == FrameType.DATA) {
                data += length;
            }
            if (type == FrameType.RST_STREAM) {
                end = SendQueue.End.RESET;
            } else if (type != FrameType.CONTINUATION && (flags & FrameType.END_STREAM) != 0) {
                end = SendQueue.End.ALL_SENT;
            }
            at += FrameType.HEADER + length;
        }
        if (data > 0 && data > Math.min(window, stream.sendWindow())) {
            return false;
        }
        took(stream, data);
        channel.write(frames, channel.voidPromise());
        flushSoon();
        stream.left(size);
        if (end != null) {
            preparedSize = Math.min(
                    MOST_PREPARED, Math.max(LEAST_PREPARED, Integer.highestOneBit(Math.max(1, size - 1)) << 1));
            connection.streams().sent(stream, end);
        }
        return true;
    }

    private void took(Http2Stream stream, int data) {
        if (data > 0) {
            window -= data;
            stream.sendWindow(-data);
            lastData = loop.now();
            connection.streams().dataSent();
        }
    }

    private void ready(Http2Stream stream) {
        if (!stream.waitsToSend()) {
            stream.waitsToSend(true);
            stream.blockedSince(Http2Stream.NOT_BLOCKED);
            ready.add(stream);
        }
    }

    /** Sends a frame of each stream in turn, as far as windows and socket permit. */
    void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        int budget = MOST_IN_A_TURN;
        try {
            while (!ready.isEmpty() && budget > 0 && roomInChannel()) {
                Http2Stream stream = ready.remove();
                stream.waitsToSend(false);
                if (!stream.closed() && !stream.queue().isEmpty()) {
                    budget -= FrameType.HEADER + sendNext(stream);
                }
            }
        } finally {
            pumping = false;
        }
        flushSoon();
        if (!ready.isEmpty() && channel.isWritable() && !pumpDue) {
            pumpDue = true;
            loop.inNextTurn(pumpInNextTurn);
        }
    }

    private void pumpInNextTurn() {
        pumpDue = false;
        pump();
    }

    private boolean roomInChannel() {
        if (!channel.isWritable()) {
            channel.flush();
        }
        return channel.isWritable();
    }

    private int sendNext(Http2Stream stream) {
        SendQueue queue = stream.queue();
        int most = Math.min(FrameType.PAYLOAD, Math.min(window, stream.sendWindow()));
        if (most <= 0 && queue.takesWindow()) {
            if (connection.inputEnded()) {
                connection
                        .streams()
                        .reset(
                                stream,
                                ErrorCode.CANCEL,
                                new ClientGoneException("the client closed and gives no window"));
            } else if (stream.sendWindow() <= 0) {
                stream.blockedSince(loop.now());
            } else {
                if (starved.isEmpty()) {
                    lastData = loop.now();
                }
                stream.waitsToSend(true);
                starved.add(stream);
            }
            return 0;
        }
        int data;
        try {
            data = queue.sendNext(channel, Math.max(0, most), peer);
        } catch (IOException | RuntimeException | Error e) {
            // Nobody else would notice that the rest does not come.
            connection.streams().abort(stream, e);
            return 0;
        }
        took(stream, data);
        SendQueue.End end = queue.end();
        stream.left(queue.freed());
        if (end != null) {
            connection.streams().sent(stream, end);
        } else if (!queue.isEmpty()) {
            ready(stream);
        }
        return data;
    }

    // ---- windows

    /** Sends little until the client's preface has come. Before the first stream. */
    void awaitPreface() {
        withheld = window - MOST_BEFORE_PREFACE;
        window = MOST_BEFORE_PREFACE;
    }

    /** The client has sent its preface, and the settings that belong to it. */
    void prefaceCame() throws ConnectionError {
        int more = withheld;
        if (more > 0) {
            withheld = 0;
            moreWindow(more);
        }
    }

    /** The client takes more on the whole connection. */
    void moreWindow(int increment) throws ConnectionError {
        if ((long) window + withheld + increment > Integer.MAX_VALUE) {
            throw new ConnectionError(ErrorCode.FLOW_CONTROL_ERROR, "The connection's window is too large.");
        }
        window += increment;
        if (window > 0) {
            Http2Stream stream;
            while ((stream = starved.poll()) != null) {
                stream.waitsToSend(false);
                ready(stream);
            }
            pump();
        }
    }

    /** The window of a stream has become larger. */
    void moreWindow(Http2Stream stream) {
        if (stream.sendWindow() > 0 && !stream.queue().isEmpty()) {
            ready(stream);
            pump();
        }
    }

    /** Looks again at a stream that waits for a window. */
    void retry(Http2Stream stream) {
        if (starved.remove(stream)) {
            stream.waitsToSend(false);
        }
        if (!stream.closed() && !stream.queue().isEmpty()) {
            ready(stream);
            pump();
        }
    }

    /** Returns whether streams wait for the connection's window, and nothing was sent for so long. */
    boolean starved(long now, long mostNanos) {
        return !starved.isEmpty() && now - lastData > mostNanos;
    }

    // ---- the channel

    void flushSoon() {
        if (!flushDue) {
            flushDue = true;
            loop.atEndOfTurn(flush);
        }
    }

    private void flush() {
        flushDue = false;
        channel.flush();
    }

    /** A task on the loop, which is run at once where the caller is the loop. Any thread. */
    void onLoop(Runnable task) {
        if (loop.loop().inEventLoop()) {
            task.run();
        } else {
            execute(task);
        }
    }

    /** A stream that ended: nothing of it waits any more. */
    void forget(@Nullable Http2Stream stream) {
        if (stream != null && stream.waitsToSend()) {
            ready.remove(stream);
            starved.remove(stream);
            stream.waitsToSend(false);
        }
    }
}
