package io.keelson.http.internal;

import io.keelson.http.HttpHandler;
import io.keelson.net.fixture.H2Frames;
import io.keelson.net.fixture.H2Frames.Frame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A client of HTTP/2 on a connection without a socket. */
final class H2Peer implements AutoCloseable {
    final EmbeddedHttp http;
    final H2Frames frames = new H2Frames();

    H2Peer(HttpHandler handler, Map<String, Object> limits) {
        this(new EmbeddedHttp(handler, limits));
    }

    H2Peer(HttpHandler handler) {
        this(handler, Map.of());
    }

    H2Peer(EmbeddedHttp http) {
        this.http = http;
    }

    /** Says the preface with these settings, and takes the server's first frames. */
    H2Peer begin(long... settings) {
        http.send(H2Frames.join(H2Frames.preface(), H2Frames.settings(settings)));
        received();
        return this;
    }

    H2Peer send(byte[]... parts) {
        http.send(H2Frames.join(parts));
        return this;
    }

    H2Peer get(int stream, String path, String... more) {
        return send(frames.headers(stream, true, H2Frames.fields("GET", path, more)));
    }

    H2Peer post(int stream, String... more) {
        return send(frames.request(stream, "POST", false, more));
    }

    /** The frames that came since the last call. */
    List<Frame> received() {
        return frames.read(http.sent().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The same in short. */
    List<String> said() {
        List<String> all = new ArrayList<>();
        received().forEach(f -> all.add(f.toString()));
        return all;
    }

    @Override
    public void close() {
        http.close();
    }
}
