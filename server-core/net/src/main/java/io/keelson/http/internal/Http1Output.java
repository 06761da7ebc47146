package io.keelson.http.internal;

import io.keelson.http.ClientGoneException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.FileRegion;
import io.netty.util.ReferenceCounted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The way of a response's bytes to the socket: from whoever owns the exchange to the loop, in the order in which they were
 * sent. What is sent on the loop itself goes at once unless something is still on its way there.
 */
final class Http1Output {
    /** So much of a file is read at a time: what the channel holds before it is full. */
    private static final int PIECE = 64 * 1024;

    /** So much of a file is sent before other connections of the loop have their turn. */
    private static final int MOST_IN_A_TURN = 256 * 1024;

    /** Read-only, or TLS would append to it what is sent next. */
    private static final ByteBuf CONTINUE = Unpooled.unreleasableBuffer(Unpooled.directBuffer()
            .writeBytes("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
            .asReadOnly());

    private final Http1Connection connection;
    private final Channel channel;
    private final LoopState loop;
    private final WriteGate gate;
    private final EndTask endTask = new EndTask();
    private final Runnable copyInNextTurn = this::copyInNextTurn;
    private boolean flushDue;

    /** A file that ends the response and is being copied, and what comes after it. */
    private @Nullable FileBytes copied;

    private ByteBuf afterCopied = Unpooled.EMPTY_BUFFER;
    private boolean copying;
    private boolean copyDue;
    private long lastWrite;

    Http1Output(Http1Connection connection, Channel channel, LoopState loop) {
        this.connection = connection;
        this.channel = channel;
        this.loop = loop;
        this.gate = new WriteGate(channel::isWritable, loop.ticker());
    }

    /** Returns the gate that tells a writer when to wait. */
    WriteGate gate() {
        return gate;
    }

    /** A direct buffer. Any thread. */
    ByteBuf buffer(int size) {
        return channel.alloc().directBuffer(size);
    }

    /** Parks until a write would not wait, but not on the loop. */
    void awaitWritable(long timeoutNanos, long exchangeId) throws IOException {
        if (loop.loop().inEventLoop()) {
            return;
        }
        if (!gate.await(timeoutNanos)) {
            ClientGoneException slow =
                    new ClientGoneException("the client did not read the response within the write-timeout");
            connection.abortSlow(exchangeId, slow);
            throw slow;
        }
    }

    /** Passes bytes to the loop, in order. By the owner of the exchange, on any thread. */
    void send(ByteBuf out, boolean last) {
        if (loop.loop().inEventLoop() && gate.nothingOnItsWay()) {
            write(out, last);
        } else if (last) {
            endTask.out = out;
            pass(endTask, out);
        } else {
            int n = out.readableBytes();
            gate.leaves(n);
            pass(
                    () -> {
                        gate.arrives(n);
                        write(out, false);
                    },
                    out);
        }
    }

    /** A loop that has ended takes no task; its connections are gone. */
    private void pass(Runnable task, ReferenceCounted... carried) {
        try {
            loop.loop().execute(task);
        } catch (RejectedExecutionException ended) {
            HttpLog.LOG.debugf(ended, "an answer came after the end of the muxer");
            for (ReferenceCounted each : carried) {
                each.release();
            }
        }
    }

    /**
     * Passes a part of a file; it counts as on its way until it has been sent. By the owner, on any thread.
     *
     * @param before the bytes before it, which leave together with its first ones
     * @param last the bytes after it that end the response; null: more of the response follows
     */
    void sendFile(ByteBuf before, FileRegion region, @Nullable ByteBuf last) {
        // However small it is, who goes on writing waits for it: an open file must not pile up behind another.
        int n = (int) Math.max(WriteGate.HIGH_MARK, Math.min(region.count(), Integer.MAX_VALUE / 4));
        gate.leaves(n);
        Runnable task = () -> writeFile(before, region, n, last);
        if (last == null) {
            pass(task, before, region);
        } else {
            pass(task, before, region, last);
        }
    }

    /**
     * The exchange lasts until the file has gone: the channel does not count regions as waiting bytes, so the next requests of
     * a client that sends without reading could otherwise open any number of files.
     */
    private void writeFile(ByteBuf before, FileRegion region, int counted, @Nullable ByteBuf last) {
        lastWrite = loop.now();
        if (gate.gone()) {
            before.release();
            region.release();
            if (last != null) {
                last.release();
            }
            gate.arrives(counted);
            return;
        }
        channel.write(before, channel.voidPromise());
        channel.writeAndFlush(region).addListener(sent -> {
            gate.arrives(counted);
            if (!sent.isSuccess()) {
                if (last != null) {
                    last.release();
                }
                connection.broken(sent.cause());
            } else if (last != null && last.isReadable()) {
                write(last, true);
            } else if (last != null) {
                last.release();
                connection.ended();
            }
        });
    }

    /**
     * Passes a part of a file to a connection that it has to be copied for. By the owner, on any thread, who waits for
     * nothing: the loop reads the file as the client takes it.
     *
     * @param before the bytes before it
     * @param after the bytes after it that end the response
     */
    void copyFile(ByteBuf before, FileBytes file, ByteBuf after) {
        gate.leaves(WriteGate.HIGH_MARK);
        try {
            loop.loop().execute(() -> beginCopy(before, file, after));
        } catch (RejectedExecutionException ended) {
            HttpLog.LOG.debugf(ended, "an answer came after the end of the muxer");
            before.release();
            file.release();
            after.release();
        }
    }

    private void beginCopy(ByteBuf before, FileBytes file, ByteBuf after) {
        copied = file;
        afterCopied = after;
        if (gate.gone()) {
            before.release();
            endCopy().release();
            return;
        }
        if (before.isReadable()) {
            channel.write(before, channel.voidPromise());
        } else {
            before.release();
        }
        copyOn();
    }

    /** Goes on with a file, where one is under way, as far as there is room and this turn of the loop permits. On the loop. */
    private void copyOn() {
        FileBytes file = copied;
        if (file == null || copying || copyDue) {
            return;
        }
        copying = true;
        try {
            for (int sent = 0; file.left() > 0 && channel.isWritable() && !copyDue; ) {
                sent += copyPiece(file);
                if (sent >= MOST_IN_A_TURN) {
                    copyDue = true;
                    loop.inNextTurn(copyInNextTurn);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            // Nobody else would notice that the rest does not come.
            endCopy().release();
            connection.broken(e);
            return;
        } finally {
            copying = false;
        }
        // Writing may have found out that the connection is gone.
        if (file == copied && file.left() == 0) {
            write(endCopy(), true);
        }
    }

    private void copyInNextTurn() {
        copyDue = false;
        copyOn();
    }

    private int copyPiece(FileBytes file) throws IOException {
        int n = (int) Math.min(PIECE, file.left());
        ByteBuf piece = buffer(n);
        boolean read = false;
        try {
            file.read(piece, n);
            read = true;
        } finally {
            if (!read) {
                piece.release();
            }
        }
        lastWrite = loop.now();
        channel.writeAndFlush(piece, channel.voidPromise());
        return n;
    }

    /** Gives the file back; what is to come after it is then the caller's. */
    private ByteBuf endCopy() {
        FileBytes file = copied;
        ByteBuf after = afterCopied;
        copied = null;
        afterCopied = Unpooled.EMPTY_BUFFER;
        if (file != null) {
            file.release();
            gate.arrives(WriteGate.HIGH_MARK);
        }
        return after;
    }

    /** There may be room again. On the loop. */
    void writabilityChanged() {
        gate.changed();
        copyOn();
    }

    /** The connection is gone. On the loop. */
    void close() {
        endCopy().release();
        gate.close();
    }

    /** Tells the client to send the body. On the loop. */
    void sendContinue() {
        if (!gate.gone()) {
            channel.writeAndFlush(CONTINUE.duplicate(), channel.voidPromise());
        }
    }

    /** Runs a task on the loop, after what was sent before. Any thread. */
    void execute(Runnable task) {
        if (loop.loop().inEventLoop() && gate.nothingOnItsWay()) {
            task.run();
        } else {
            onLoop(task);
        }
    }

    /** Runs a task in a later turn of the loop, after what was sent before. Any thread. */
    void onLoop(Runnable task) {
        try {
            loop.loop().execute(task);
        } catch (RejectedExecutionException ended) {
            HttpLog.LOG.debugf(ended, "a task came after the end of the muxer");
        }
    }

    /** Sends what the owner left for the loop, after all that it had sent before. On the loop. */
    void sendHere(ByteBuf out) {
        write(out, false);
    }

    /** Writes what waits for the end of a read. On the loop. */
    void flushDue() {
        if (flushDue) {
            flushDue = false;
            channel.flush();
        }
    }

    /** Returns the time at which something was last passed to the channel, by the loop's clock. On the loop. */
    long lastWrite() {
        return lastWrite;
    }

    private void write(ByteBuf out, boolean last) {
        lastWrite = loop.now();
        if (gate.gone()) {
            out.release();
            return;
        }
        if (last && !out.isReadable()) {
            out.release();
        } else if (last && connection.consuming()) {
            // Answers to pipelined requests of one read leave together.
            flushDue = true;
            channel.write(out, channel.voidPromise());
        } else {
            channel.writeAndFlush(out, channel.voidPromise());
        }
        if (last) {
            connection.ended();
        }
    }

    /** The last task of an exchange; it has run before the next exchange begins, so one is enough. */
    private final class EndTask implements Runnable {
        private @Nullable ByteBuf out;

        @Override
        public void run() {
            ByteBuf last = out;
            out = null;
            if (last != null) {
                write(last, true);
            }
        }
    }
}
