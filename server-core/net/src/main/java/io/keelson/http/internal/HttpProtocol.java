package io.keelson.http.internal;

import io.keelson.net.config.ChannelLimits;
import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;

/**
 * HTTP/1 and HTTP/2; what a client begins with tells which. Thread-safe.
 *
 * <p>Specification: RFC 9113, 3.2 Starting HTTP/2 for "https" URIs; RFC 9113, 3.3 Starting HTTP/2 with Prior Knowledge; RFC 9112, 2.3 HTTP
 * Version.
 */
public final class HttpProtocol implements ProtocolProvider {
    /** The name of what reads the connection, in its pipeline. */
    static final String HANDLER = "http";

    /** An empty line, the longest method, and the blank after it. */
    private static final int MOST_BYTES = 2 + 32 + 1;

    private static final List<String> HTTP1 = List.of("http/1.1", "http/1.0");
    private static final List<String> BOTH = List.of("h2", "http/1.1", "http/1.0");

    private final Dispatcher dispatcher;
    private final Function<EventLoop, LoopState> loops;

    /** Makes the protocol over the state of the loops that connections are read on. */
    public HttpProtocol(Dispatcher dispatcher, Function<EventLoop, LoopState> loops) {
        this.dispatcher = dispatcher;
        this.loops = loops;
    }

    @Override
    public String name() {
        return "http";
    }

    @Override
    public List<String> alpn(ChannelLimits limits) {
        return limits.http2Enabled() ? BOTH : HTTP1;
    }

    @Override
    public int mostBytes() {
        return MOST_BYTES;
    }

    /**
     * A method is a token and ends with a blank; an empty line may come first. One that is ended by LF alone is malformed
     * HTTP, and nothing else.
     */
    @Override
    public Match match(ByteBuffer first) {
        int start = first.position();
        if (first.get(start) == '\n') {
            return Match.YES;
        }
        if (first.get(start) == '\r') {
            if (first.remaining() > 1 && first.get(start + 1) != '\n') {
                return Match.NO;
            }
            start += 2;
        }
        for (int i = start; i < first.limit(); i++) {
            byte b = first.get(i);
            if (b == ' ' && i > start) {
                return Match.YES;
            }
            if (!Ascii.isToken(b)) {
                return Match.NO;
            }
        }
        return first.remaining() < MOST_BYTES ? Match.UNDECIDED : Match.NO;
    }

    @Override
    public void connect(Connection connection) {
        Channel channel = connection.unwrap(Channel.class);
        // A client may end its side after a request and still wants the answer.
        channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        LoopState loop = loops.apply(channel.eventLoop());
        // Who has chosen HTTP/2 in the handshake must not begin with anything else (RFC 9113, 3.2), and is held to no
        // setting that has changed since.
        boolean chosen = "h2".equals(connection.applicationProtocol());
        channel.pipeline()
                .addLast(
                        HANDLER,
                        chosen
                                ? new Http2Connection(connection, channel, loop, dispatcher)
                                : new Http1Connection(connection, channel, loop, dispatcher));
    }
}
