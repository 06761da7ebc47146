package io.keelson.http.internal;

import io.keelson.http.internal.h2.ConnectionError;
import io.keelson.http.internal.h2.ErrorCode;
import io.keelson.http.internal.h2.FieldsDecoder;
import io.keelson.http.internal.h2.FloodGuard;
import io.keelson.http.internal.h2.FrameListener;
import io.keelson.http.internal.h2.PeerSettings;
import io.keelson.net.config.ChannelLimits;
import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Interprets the frames of an HTTP/2 connection, and finds what is wrong with them. Confined to the event loop.
 *
 * <p>Specification: RFC 9113, 5 Streams and Multiplexing; RFC 9113, 6 Frame Definitions.
 */
final class Http2Frames implements FrameListener {
    private static final FieldsDecoder.Receiver NOBODY = (name, value) -> {};

    private final Http2Connection connection;
    private final Http2Streams streams;
    private final Http2Output output;
    private final PeerSettings peer;
    private final FloodGuard guard;
    private final LoopState loop;
    private final FieldsDecoder decoder = new FieldsDecoder();
    private int receiveWindow = Http2Connection.WINDOW;
    private int uncredited;
    private @Nullable Http2Stream arriving;
    private int arrivingLength;

    Http2Frames(Http2Connection connection, PeerSettings peer, FloodGuard guard) {
        this.connection = connection;
        this.streams = connection.streams();
        this.output = connection.output();
        this.loop = connection.loop;
        this.peer = peer;
        this.guard = guard;
    }

    // ---- fields

    @Override
    public void headers(int id, ByteBuf block, boolean endOfStream, int dependency) throws ConnectionError {
        if (connection.closing()) {
            return;
        }
        Http2Stream open = streams.find(id);
        if (open != null) {
            trailers(open, block, endOfStream);
        } else if ((id & 1) == 0) {
            throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "A stream of a client has an odd number.");
        } else if (!streams.idle(id)) {
            decoder.decode(block, NOBODY);
            headersAfterEnd(id);
        } else if (streams.begin(id)) {
            request(id, block, endOfStream, dependency);
        } else {
            decoder.decode(block, NOBODY);
        }
    }

    private void headersAfterEnd(int id) throws ConnectionError {
        switch (streams.past(id)) {
            case RESET_HERE -> guard.useless(loop.now());
            case RESET_THERE -> streams.fail(id, ErrorCode.STREAM_CLOSED, "fields came after its reset");
            case BOTH_SENT -> throw new ConnectionError(ErrorCode.STREAM_CLOSED, "Fields came for an ended stream.");
            case UNKNOWN ->
                throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "The numbers of streams must increase.");
        }
    }

    private void request(int id, ByteBuf block, boolean endOfStream, int dependency) throws ConnectionError {
        ChannelLimits limits = connection.adoptLimits();
        Http2Head head = new Http2Head(limits);
        decoder.decode(block, head);
        head.finish(endOfStream);
        String malformed = dependency == id ? "it depends on itself" : head.malformed();
        if (malformed != null) {
            streams.fail(id, ErrorCode.PROTOCOL_ERROR, malformed);
        } else if (streams.full()) {
            streams.fail(id, ErrorCode.REFUSED_STREAM, "there are too many");
        } else {
            guard.useful();
            streams.open(id, head, endOfStream, peer.initialWindow());
        }
    }

    private void trailers(Http2Stream stream, ByteBuf block, boolean endOfStream) throws ConnectionError {
        Http2Trailers trailers = new Http2Trailers(connection.limits());
        decoder.decode(block, trailers);
        if (stream.remoteEnded()) {
            streams.fail(stream.streamId(), ErrorCode.STREAM_CLOSED, "fields came after its end");
        } else if (!endOfStream || trailers.malformed()) {
            streams.fail(stream.streamId(), ErrorCode.PROTOCOL_ERROR, "its trailers are malformed");
        } else {
            guard.useful();
            if (trailers.tooLarge()) {
                stream.failBody(431, "The trailer fields are too large.");
            }
            if (!stream.endOfBody(trailers.finish())) {
                streams.fail(stream.streamId(), ErrorCode.PROTOCOL_ERROR, "its body is shorter than announced");
            }
        }
    }

    // ---- data

    @Override
    public void dataStarts(int id, int length) throws ConnectionError {
        arriving = null;
        arrivingLength = length;
        if (connection.closing()) {
            return;
        }
        receiveWindow -= length;
        if (receiveWindow < 0) {
            throw new ConnectionError(ErrorCode.FLOW_CONTROL_ERROR, "More data came than the connection's window.");
        }
        uncredited += length;
        if (uncredited >= Http2Connection.WINDOW / 2) {
            receiveWindow += uncredited;
            output.windowUpdate(0, uncredited);
            uncredited = 0;
        }
        Http2Stream stream = streams.find(id);
        if (stream == null) {
            dataAfterEnd(id);
        } else if (stream.remoteEnded()) {
            streams.fail(id, ErrorCode.STREAM_CLOSED, "data came after its end");
        } else if (!stream.admits(length)) {
            streams.fail(id, ErrorCode.FLOW_CONTROL_ERROR, "more data came than its window");
        } else {
            arriving = stream;
        }
    }

    private void dataAfterEnd(int id) throws ConnectionError {
        if (streams.idle(id)) {
            throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "Data came for a stream that was not opened.");
        }
        switch (streams.past(id)) {
            case RESET_HERE -> {
                // It was under way.
            }
            case RESET_THERE, UNKNOWN -> {
                if (!connection.refusing()) {
                    streams.fail(id, ErrorCode.STREAM_CLOSED, "data came after its end");
                }
            }
            case BOTH_SENT -> throw new ConnectionError(ErrorCode.STREAM_CLOSED, "Data came for an ended stream.");
        }
    }

    @Override
    public void data(ByteBuf bytes) throws ConnectionError {
        Http2Stream stream = arriving;
        if (stream == null || stream.closed()) {
            bytes.release();
        } else if (!stream.data(bytes)) {
            arriving = null;
            streams.fail(stream.streamId(), ErrorCode.PROTOCOL_ERROR, "its body is longer than announced");
        }
    }

    @Override
    public void dataEnds(int padding, boolean endOfStream) throws ConnectionError {
        Http2Stream stream = arriving;
        arriving = null;
        int carried = arrivingLength - padding;
        if (connection.closing()) {
            return;
        }
        if (carried <= padding && !endOfStream) {
            guard.useless(loop.now());
        } else {
            guard.useful();
        }
        if (stream == null || stream.closed()) {
            return;
        }
        if (padding > 0) {
            stream.bodyTaken(padding);
        }
        if (endOfStream && !stream.endOfBody(null)) {
            streams.fail(stream.streamId(), ErrorCode.PROTOCOL_ERROR, "its body is shorter than announced");
        }
    }

    // ---- other frames

    @Override
    public void priority(int id, int dependency, boolean wellFormed) throws ConnectionError {
        if (connection.closing()) {
            return;
        }
        guard.useless(loop.now());
        if (wellFormed && dependency != id) {
            return;
        }
        ErrorCode code = wellFormed ? ErrorCode.PROTOCOL_ERROR : ErrorCode.FRAME_SIZE_ERROR;
        if (streams.find(id) == null) {
            throw new ConnectionError(code, "A PRIORITY frame is malformed.");
        }
        streams.fail(id, code, "its priority is malformed");
    }

    @Override
    public void reset(int id, long code) throws ConnectionError {
        if (connection.closing()) {
            return;
        }
        if (streams.idle(id)) {
            throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "A stream that was not opened is reset.");
        }
        Http2Stream stream = streams.find(id);
        if (stream == null) {
            guard.useless(loop.now());
            return;
        }
        streams.resetThere(stream, code);
        guard.reset(loop.now());
    }

    @Override
    public void settings(ByteBuf payload) throws ConnectionError {
        if (connection.closing()) {
            return;
        }
        guard.settings(loop.now());
        int before = peer.initialWindow();
        peer.read(payload);
        int change = peer.initialWindow() - before;
        List<Http2Stream> all = change == 0 ? List.of() : streams.all();
        for (Http2Stream stream : all) {
            if ((long) stream.sendWindow() + change > Integer.MAX_VALUE) {
                throw new ConnectionError(ErrorCode.FLOW_CONTROL_ERROR, "A stream's window is too large.");
            }
            stream.sendWindow(change);
        }
        // Before what the new window permits, so that the client knows by which it is sent.
        output.settingsAcknowledged();
        all.forEach(output::moreWindow);
        output.prefaceCame();
    }

    @Override
    public void settingsAcknowledged() {
        // Nothing that was announced is stricter than what holds before.
    }

    @Override
    public void ping(long content, boolean acknowledgement) throws ConnectionError {
        if (connection.closing()) {
            return;
        }
        guard.useless(loop.now());
        if (!acknowledgement) {
            output.ping(content, true);
        } else {
            connection.pingAnswered(content);
        }
    }

    @Override
    public void goAway() throws ConnectionError {
        // The server opens no streams that the client could refuse; the client closes when it has its answers.
        guard.useless(loop.now());
    }

    @Override
    public void windowUpdate(int id, int increment) throws ConnectionError {
        if (connection.closing()) {
            return;
        }
        guard.useless(loop.now());
        if (id == 0) {
            if (increment == 0) {
                throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "A window is increased by nothing.");
            }
            output.moreWindow(increment);
            return;
        }
        if (streams.idle(id)) {
            throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "Window was given to a stream that was not opened.");
        }
        Http2Stream stream = streams.find(id);
        if (stream == null) {
            return;
        }
        if (increment == 0) {
            streams.fail(id, ErrorCode.PROTOCOL_ERROR, "its window is increased by nothing");
        } else if ((long) stream.sendWindow() + increment > Integer.MAX_VALUE) {
            streams.fail(id, ErrorCode.FLOW_CONTROL_ERROR, "its window is too large");
        } else {
            stream.sendWindow(increment);
            output.moreWindow(stream);
        }
    }

    @Override
    public void unknown() throws ConnectionError {
        guard.useless(loop.now());
    }
}
