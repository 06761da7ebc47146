package io.keelson.http.internal;

import io.keelson.base.work.WorkManager;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBody;
import io.keelson.http.RequestBodyException;
import io.keelson.http.ResponseWriter;
import io.keelson.http.internal.h2.FieldsEncoder;
import io.keelson.http.internal.h2.FrameWriter;
import io.keelson.muxer.OutgoingFile;
import io.keelson.net.config.ChannelLimits;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One stream of an HTTP/2 connection and its exchange. Made for one request and never used for another, so that a worker
 * which still writes after the client has reset the stream reaches nothing but this object.
 *
 * <p>Windows, queue and states are the loop's. What the owner of the exchange calls is any thread's, one at a time.
 *
 * <p>Specification: RFC 9113, 5.1 Stream States.
 */
final class Http2Stream extends ServedExchange implements BodyOwner {
    static final long NOT_BLOCKED = Long.MIN_VALUE;

    private final Http2Connection connection;
    private final Http2Output output;
    private final int streamId;
    private final Http2Head head;
    private final ChannelLimits limits;
    private final Http2Response response;
    private final WriteGate gate;
    private final SendQueue queue;
    private final @Nullable BodyQueue body;

    /** True while the worker's first piece of work has still to end though the stream is gone. */
    private final AtomicBoolean leftBehind = new AtomicBoolean();

    private volatile boolean working;
    private volatile boolean abandoned;
    private volatile boolean continueDue;
    private volatile @Nullable RequestBodyException bodyFailure;
    private volatile long writeTimeoutNanos;
    private final AtomicInteger taken = new AtomicInteger();
    private @Nullable String path;

    // of the loop
    private int sendWindow;
    private int receiveWindow;
    private long received;
    private boolean expecting;
    private boolean remoteEnded;
    private boolean closed;
    private boolean waitsToSend;
    private long blockedSince = NOT_BLOCKED;
    private @Nullable BodyPace pace;

    Http2Stream(Http2Connection connection, int streamId, Http2Head head, int sendWindow, boolean endOfStream) {
        super(connection.spi(), connection.loop);
        this.connection = connection;
        this.output = connection.output();
        this.streamId = streamId;
        this.head = head;
        this.limits = connection.limits();
        this.sendWindow = sendWindow;
        this.receiveWindow = connection.streamWindow();
        this.remoteEnded = endOfStream;
        this.writeTimeoutNanos = limits.writeTimeout().toNanos();
        this.gate = new WriteGate(() -> true, loop.ticker());
        this.queue = new SendQueue(streamId);
        this.response = new Http2Response(this, head.method().equals("HEAD"));
        if (endOfStream) {
            body = null;
        } else {
            body = new BodyQueue(this);
            body.begin(
                    head.contentLength() < 0 ? Framing.CHUNKED : head.contentLength(),
                    limits.maxBodySize().bytes());
            pace = new BodyPace(limits);
            pace.restart(loop.now());
            expecting = head.expectContinue();
            continueDue = expecting;
        }
    }

    /** Begins the exchange. On the loop. */
    void begin() {
        beginExchange(connection.dispatcher());
    }

    // ---- what the loop knows

    int streamId() {
        return streamId;
    }

    SendQueue queue() {
        return queue;
    }

    WriteGate gate() {
        return gate;
    }

    int sendWindow() {
        return sendWindow;
    }

    void sendWindow(int change) {
        sendWindow += change;
    }

    boolean waitsToSend() {
        return waitsToSend;
    }

    void waitsToSend(boolean is) {
        waitsToSend = is;
    }

    /** Its own window is shut since then. */
    void blockedSince(long now) {
        blockedSince = now;
    }

    boolean closed() {
        return closed;
    }

    boolean remoteEnded() {
        return remoteEnded;
    }

    /** So much has left for the socket. */
    void left(int bytes) {
        gate.arrives(bytes);
    }

    // ---- the body of the request, on the loop

    /**
     * Counts a frame of data against the stream's window, its padding with it.
     *
     * @return whether the client was allowed to send it
     */
    boolean admits(int length) {
        receiveWindow -= length;
        return receiveWindow >= 0;
    }

    /** More of the body; gives false where it is longer than was announced. */
    boolean data(ByteBuf bytes) {
        int n = bytes.readableBytes();
        received += n;
        BodyQueue to = body;
        if (to == null || head.contentLength() >= 0 && received > head.contentLength()) {
            bytes.release();
            return false;
        }
        if (pace != null) {
            pace.arrived(n, loop.now());
        }
        expecting = false;
        continueDue = false;
        if (n == 0) {
            bytes.release();
        } else {
            to.offer(bytes);
        }
        return true;
    }

    /** The client has sent all; gives false where it is less than was announced. */
    boolean endOfBody(@Nullable HttpHeaders trailers) {
        if (head.contentLength() >= 0 && received != head.contentLength()) {
            return false;
        }
        remoteEnded = true;
        if (body != null) {
            body.end(trailers);
        }
        return true;
    }

    /** Lets the client send again as much as was taken, or was padding. On the loop. */
    void credit(int bytes) {
        if (!remoteEnded && !closed && bytes > 0) {
            receiveWindow += bytes;
            output.windowUpdate(streamId, bytes);
        }
    }

    /** The body will not become complete. First the response learns of it, then who reads the body. On the loop. */
    void failBody(int status, String why) {
        RequestBodyException failure = new RequestBodyException(status, why);
        bodyFailure = failure;
        if (body != null) {
            body.fail(failure);
        }
    }

    // ---- BodyOwner

    @Override
    public void bodyWanted() {
        if (continueDue) {
            continueDue = false;
            onLoop(() -> {
                if (expecting && !closed) {
                    expecting = false;
                    sendContinue();
                }
            });
        }
    }

    private void sendContinue() {
        ByteBuf frame = output.buffer(32);
        int start = FrameWriter.beginFields(frame, streamId);
        FieldsEncoder.status(frame, 100);
        FrameWriter.endFields(frame, start, streamId);
        send(frame);
    }

    /** Window is returned in large pieces: half of it is always open to the client. */
    @Override
    public void bodyTaken(int bytes) {
        if (taken.addAndGet(bytes) >= connection.streamWindow() / 2) {
            int all = taken.getAndSet(0);
            output.onLoop(() -> credit(all));
        }
    }

    @Override
    public void resumeReading() {
        // The socket is always read; the stream's window is what holds the client back.
    }

    @Override
    public void bodyTooLarge(RequestBodyException failure) {
        bodyFailure = failure;
    }

    @Override
    public boolean onItsLoop() {
        return loop.loop().inEventLoop();
    }

    // ---- what the response asks for, on its owner's thread

    /** Returns why the body of the request cannot be had, which the client has to be told; null while it can. */
    @Nullable
    RequestBodyException bodyFailure() {
        return bodyFailure;
    }

    /** The head of the response is about to be sent: 100 must not follow it. */
    void responseStarts() {
        continueDue = false;
    }

    /** The handler wants the connection to end. */
    void endConnection() {
        output.onLoop(connection::drain);
    }

    ByteBuf buffer(int size) {
        return output.buffer(size);
    }

    /** Passes frames to the loop, in order. */
    void send(ByteBuf frames) {
        int n = frames.readableBytes();
        if (n == 0) {
            frames.release();
        } else if (onItsLoop() && gate.nothingOnItsWay()) {
            gate.leaves(n);
            output.send(this, frames);
        } else {
            gate.leaves(n);
            if (!output.execute(() -> output.send(this, frames))) {
                frames.release();
            }
        }
    }

    /** Opens a file in the way that the connection sends best. */
    OutgoingFile open(Path file) throws IOException {
        return output.open(file);
    }

    /**
     * Passes the end of the response, which is a file, to the loop. Nobody waits for it, so it does not count as on its way.
     *
     * @param after frames that end the stream; null: the last frame of the file does
     */
    void sendFile(ByteBuf before, FileBytes file, @Nullable ByteBuf after) {
        int n = before.readableBytes();
        gate.leaves(n);
        if (!output.execute(() -> output.sendFile(this, before, file, after))) {
            before.release();
            file.release();
            if (after != null) {
                after.release();
            }
        }
    }

    /** Sends what the owner left for the loop, after all that it had sent before. On the loop. */
    void sendHere(ByteBuf frames) {
        gate.leaves(frames.readableBytes());
        output.send(this, frames);
    }

    /** Runs a task in a later turn of the loop. Any thread. */
    void later(Runnable task) {
        output.execute(task);
    }

    /** Parks until a write would not wait, but not on the loop, which cuts off a client that takes nothing. */
    void awaitWritable() throws IOException {
        if (!onItsLoop()) {
            while (!gate.await(writeTimeoutNanos)) {
                // The client may take what other streams send it; the loop knows.
                continue;
            }
        }
    }

    void writeTimeoutNanos(long nanos) {
        writeTimeoutNanos = nanos;
    }

    // ---- the end

    /**
     * Ends the exchange, once. On the loop.
     *
     * @param cause why, where it is no proper end
     */
    void close(@Nullable IOException cause) {
        if (closed) {
            return;
        }
        closed = true;
        abandoned = cause != null;
        queue.release();
        gate.close();
        response.finish();
        if (body != null) {
            if (cause != null) {
                body.fail(cause);
            }
            body.discard();
        }
        if (cause != null && working) {
            leftBehind.set(true);
            connection.streams().countLeftBehind(1);
            // The work may have ended in this moment; whoever takes the mark away counts.
            if (!working && leftBehind.compareAndSet(true, false)) {
                connection.streams().countLeftBehind(-1);
            }
        }
        endExchange();
    }

    @Override
    public boolean handOver(WorkManager manager, Runnable work) {
        response.prepareBuffer(output.preparedBuffer());
        working = true;
        boolean accepted = give(manager, () -> runWork(work));
        if (!accepted) {
            working = false;
        }
        return accepted;
    }

    private void runWork(Runnable work) {
        try {
            work.run();
        } finally {
            working = false;
            if (leftBehind.compareAndSet(true, false)) {
                output.execute(() -> connection.streams().countLeftBehind(-1));
            }
        }
    }

    @Override
    public boolean abandoned() {
        return abandoned;
    }

    @Override
    public void abort(@Nullable Throwable cause) {
        onLoop(() -> connection.streams().abort(this, cause));
    }

    @Override
    void onLoop(Runnable task) {
        if (onItsLoop() && gate.nothingOnItsWay()) {
            task.run();
        } else {
            output.execute(task);
        }
    }

    // ---- time-outs

    /** Returns what is wrong with how fast the client goes; null while nothing is. On the loop. */
    @Nullable
    Slowness slowness(long now) {
        BodyPace arriving = pace;
        BodyQueue to = body;
        if (arriving != null && to != null && !remoteEnded && bodyFailure == null) {
            if (expecting || !to.wanted() || receiveWindow <= 0) {
                arriving.restart(now);
            } else if (arriving.tooSlow(now)) {
                return Slowness.BODY;
            }
        }
        return blockedSince != NOT_BLOCKED && !waitsToSend && now - blockedSince > writeTimeoutNanos
                ? Slowness.RESPONSE
                : null;
    }

    /** Part of an exchange that a client is too slow with. */
    enum Slowness {
        BODY,
        RESPONSE
    }

    // ---- the exchange

    @Override
    int pathLength() {
        return head.pathLength();
    }

    @Override
    boolean ofWholeServer() {
        return head.target().equals("*");
    }

    @Override
    boolean bodyTooLarge() {
        return body != null && body.tooLarge();
    }

    @Override
    long bytesReceived() {
        return received;
    }

    @Override
    void bodyRefused() {
        // The end of the response tells the client to stop; other streams go on.
    }

    @Override
    public RequestBody body() {
        return body == null ? NoBody.NONE : body;
    }

    @Override
    public ResponseWriter response() {
        return response;
    }

    @Override
    public String protocolRequestId() {
        return Integer.toString(streamId);
    }

    @Override
    public String method() {
        return head.method();
    }

    @Override
    public String target() {
        return head.target();
    }

    @Override
    public String path() {
        String p = path;
        if (p == null) {
            p = head.target().substring(0, head.pathLength());
            path = p;
        }
        return p;
    }

    @Override
    public String protocol() {
        return "HTTP/2.0";
    }

    @Override
    @Nullable
    String named() {
        return head.authority();
    }

    @Override
    public HttpHeaders headers() {
        return head.headers();
    }
}
