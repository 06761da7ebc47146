package io.keelson.balancer;

import io.keelson.http.HttpExchange;
import io.keelson.http.OutgoingConnection;
import io.keelson.http.OutgoingLoop;
import io.keelson.http.RequestBody;
import io.keelson.http.ResponseWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection that was upgraded: bytes both ways, as fast as the slower side takes them. When the client ends its side the
 * server is told so and may go on; when the server ends its side the client's connection is closed once it has everything.
 * Confined to its loop.
 */
final class Tunnel {
    private final HttpExchange exchange;
    private final OutgoingConnection server;
    private final Lane lane;
    private final Duration patience;
    private final Runnable whenOver;
    private @Nullable RequestBody input;
    private @Nullable ResponseWriter output;
    private ResponseWriter.@Nullable Upgraded upgraded;
    private OutgoingLoop.@Nullable Timer watch;
    private boolean over;
    private long movedAt;

    Tunnel(HttpExchange exchange, OutgoingConnection server, Lane lane, BalancerSettings settings, Runnable whenOver) {
        this.exchange = exchange;
        this.server = server;
        this.lane = lane;
        this.patience = settings.tunnelIdleTimeout();
        this.whenOver = whenOver;
    }

    void begin() {
        try {
            ResponseWriter.Upgraded both = exchange.response().upgrade();
            upgraded = both;
            input = both.input();
            output = both.output();
        } catch (IllegalStateException e) {
            end();
            exchange.abort(e);
            return;
        }
        moved();
        watch = lane.loop().after(patience, this::look);
        pump();
    }

    private void pump() {
        RequestBody from = input;
        while (!over && from != null) {
            if (!server.writable()) {
                server.onWritable(this::pump);
                return;
            }
            try {
                int count = from.poll(lane.buffer(), 0, lane.buffer().length);
                if (count == 0) {
                    from.onReadable(() -> lane.loop().execute(this::pump));
                    return;
                }
                if (count < 0) {
                    input = null;
                    server.endOutput();
                    return;
                }
                server.write(lane.buffer(), 0, count);
                moved();
            } catch (IOException e) {
                clientGone();
                return;
            }
        }
    }

    void fromServer(ByteBuffer bytes) {
        ResponseWriter to = output;
        if (over || to == null) {
            return;
        }
        moved();
        try {
            to.writeNow(bytes, false);
            if (!to.writable()) {
                server.pause();
                to.onWritable(() -> lane.loop().execute(() -> {
                    moved();
                    if (!over) {
                        server.resume();
                    }
                }));
            }
        } catch (IOException | IllegalStateException e) {
            clientGone();
        }
    }

    /** The server has nothing more to say: the client gets what was said, and then the end. */
    void serverEnded() {
        ResponseWriter.Upgraded both = upgraded;
        if (!over && both != null) {
            end();
            both.close();
        }
    }

    void failed() {
        if (!over) {
            end();
            exchange.abort(new IOException("the connection to the server broke"));
        }
    }

    void clientGone() {
        if (!over) {
            end();
            exchange.abort(null);
        }
    }

    private void moved() {
        movedAt = lane.loop().nanoTime();
    }

    private void look() {
        if (over) {
            return;
        }
        long silent = lane.loop().nanoTime() - movedAt;
        if (silent >= patience.toNanos()) {
            clientGone();
        } else {
            watch = lane.loop().after(patience.minusNanos(silent), this::look);
        }
    }

    private void end() {
        over = true;
        if (watch != null) {
            watch.cancel();
        }
        whenOver.run();
    }
}
