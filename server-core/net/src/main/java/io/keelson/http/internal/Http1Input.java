package io.keelson.http.internal;

import io.keelson.http.HttpHeaders;
import io.keelson.net.config.ChannelLimits;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * Input of an HTTP/1 connection. Takes heads and bodies of requests out of the bytes, one after the other, and holds back what follows a
 * request that is still being served. Confined to the event loop of its channel.
 *
 * <p>Specification: RFC 9112, 6 Message Body; RFC 9112, 9.3.2 Pipelining.
 */
final class Http1Input {
    /** Most bytes that are thrown away of a body that nobody reads; beyond, the connection is closed instead. */
    static final long MOST_DRAINED = 256 * 1024;

    private final Http1Connection connection;
    private final Channel channel;
    private final LoopState loop;
    private final RequestParser parser;
    private ChannelLimits limits;
    private ChunkParser chunks;
    private BodyPace pace;
    private Next next = Next.HEAD;
    private boolean consuming;
    private boolean expecting;
    private @Nullable ByteBuf held;
    private long remaining;
    private long drained;

    Http1Input(
            Http1Connection connection, Channel channel, LoopState loop, RequestParser parser, ChannelLimits limits) {
        this.connection = connection;
        this.channel = channel;
        this.loop = loop;
        this.parser = parser;
        this.limits = limits;
        this.chunks = chunkParser(limits);
        this.pace = new BodyPace(limits);
    }

    private static ChunkParser chunkParser(ChannelLimits limits) {
        return new ChunkParser(limits.maxHeaderSize().toInt(), limits.maxHeaderCount());
    }

    /** Kind of the next bytes. */
    enum Next {
        /** The head of a request. */
        HEAD,
        /** A body whose length the head has said. */
        LENGTH,
        /** A body in chunks. */
        CHUNKS,
        /** Another protocol's. */
        RAW,
        /** Nobody's any more. */
        IGNORED
    }

    Next next() {
        return next;
    }

    /** Returns whether a body has begun and not ended. */
    boolean inBody() {
        return next == Next.LENGTH || next == Next.CHUNKS;
    }

    /** Leaves what comes from here on to another protocol. */
    void beginRaw() {
        next = Next.RAW;
    }

    /** Ignores what comes from here on. */
    void ignore() {
        next = Next.IGNORED;
    }

    /** The limits of the request that is being read or served. */
    ChannelLimits limits() {
        return limits;
    }

    /** Takes over the channel's limits as they are now. A request keeps those that were in force when it began. */
    void adopt(ChannelLimits now) {
        if (now != limits) {
            limits = now;
            parser.limits(now);
            chunks = chunkParser(now);
            pace = new BodyPace(now);
        }
    }

    /** Returns whether bytes that were read are being looked at. */
    boolean consuming() {
        return consuming;
    }

    /** Returns whether bytes are held back until the request before them has been served. */
    boolean holds() {
        return held != null;
    }

    /** Bytes have been read; their reference is the input's. */
    void read(ByteBuf in) {
        if (held != null) {
            hold(in);
        } else {
            consume(in);
        }
    }

    /** Goes on with what was held back. */
    void consumeHeld() {
        ByteBuf in = held;
        if (in != null) {
            held = null;
            consume(in);
        }
    }

    /** Forgets what was held back. */
    void release() {
        ByteBuf rest = held;
        held = null;
        if (rest != null) {
            rest.release();
        }
    }

    /** Sets whether the socket is read. */
    void reading(boolean on) {
        if (channel.config().isAutoRead() != on) {
            channel.config().setAutoRead(on);
        }
    }

    /** Called when the one who takes the body has room again. */
    void resumeBody() {
        pace.restart(loop.now());
        reading(true);
    }

    /** Returns whether the client still waits to be let send its body; it does no longer. */
    boolean takeExpectation() {
        boolean was = expecting;
        expecting = false;
        return was;
    }

    /** Returns whether a body arrives more slowly than it may, while somebody waits for it. */
    boolean bodyTooSlow(long now, boolean wanted) {
        if (!channel.config().isAutoRead() || expecting || !wanted) {
            pace.restart(now);
            return false;
        }
        return pace.tooSlow(now);
    }

    /** Keeps bytes that follow a request which is still being served, and reads no more until it has been. */
    private void hold(ByteBuf in) {
        ByteBuf before = held;
        if (before == null) {
            held = in;
            reading(false);
            return;
        }
        ByteBuf joined = channel.alloc().buffer(before.readableBytes() + in.readableBytes());
        joined.writeBytes(before).writeBytes(in);
        before.release();
        in.release();
        held = joined;
    }

    private void consume(ByteBuf in) {
        boolean kept = false;
        consuming = true;
        try {
            while (in.isReadable()) {
                if (next == Next.HEAD && !connection.takesRequest()) {
                    kept = true;
                    hold(in);
                    return;
                }
                take(in);
            }
        } catch (Refusal refusal) {
            connection.refuse(refusal);
        } finally {
            consuming = false;
            if (!kept) {
                in.release();
            }
            connection.output().flushDue();
        }
        connection.consumed();
    }

    private void take(ByteBuf in) throws Refusal {
        switch (next) {
            case HEAD -> head(in);
            case LENGTH -> {
                int n = (int) Math.min(remaining, in.readableBytes());
                remaining -= n;
                data(in.readRetainedSlice(n));
                if (remaining == 0) {
                    endOfBody(null);
                }
            }
            case CHUNKS -> chunks(in);
            case RAW -> data(in.readRetainedSlice(in.readableBytes()));
            case IGNORED -> in.skipBytes(in.readableBytes());
        }
    }

    private void head(ByteBuf in) throws Refusal {
        if (parser.idle()) {
            connection.headBegins();
        }
        if (!parser.parse(in) || connection.becomesHttp2(in)) {
            return;
        }
        Framing framing = parser.framing();
        long length = framing.length();
        expecting = framing.expectContinue();
        if (length == Framing.CHUNKED) {
            chunks.reset();
            startBody(Next.CHUNKS);
        } else if (length > 0) {
            remaining = length;
            startBody(Next.LENGTH);
        }
        connection.begin(framing);
        // What has come with the head is judged before anybody serves the request.
        while (next != Next.HEAD && in.isReadable()) {
            take(in);
        }
        connection.dispatch();
    }

    private void startBody(Next how) {
        next = how;
        drained = 0;
        pace.restart(loop.now());
    }

    private void chunks(ByteBuf in) throws Refusal {
        long n = chunks.next(in);
        if (n > 0 && in.isReadable()) {
            int taken = (int) Math.min(n, in.readableBytes());
            chunks.taken(taken);
            data(in.readRetainedSlice(taken));
        } else if (chunks.ended()) {
            endOfBody(chunks.trailers());
        }
    }

    private void data(ByteBuf bytes) {
        int n = bytes.readableBytes();
        pace.arrived(n, loop.now());
        expecting = false;
        connection.bodyComes();
        BodyQueue body = connection.body();
        if (body == null) {
            bytes.release();
            drained += n;
            if (drained > MOST_DRAINED) {
                connection.close(true);
            }
        } else if (body.offer(bytes)) {
            reading(false);
        }
    }

    private void endOfBody(@Nullable HttpHeaders trailers) {
        if (next != Next.IGNORED) {
            next = Next.HEAD;
            connection.bodyEnded(trailers);
        }
    }
}
