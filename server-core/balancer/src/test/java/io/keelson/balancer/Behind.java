package io.keelson.balancer;

import io.keelson.base.thread.Threads;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpServer;
import io.keelson.http.ResponseWriter;
import io.keelson.testkit.TestServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A server behind the balancer in a test, with a few addresses. */
final class Behind implements AutoCloseable {
    final String name;
    final TestServer server;
    final AtomicInteger requests = new AtomicInteger();
    final AtomicLong written = new AtomicLong();
    volatile int health = 200;
    volatile boolean refuses;
    volatile boolean doubts;

    Behind(String name, String route) throws Exception {
        this(name, route, TestServer.start());
    }

    Behind(String name, String route, TestServer server) {
        this.name = name;
        this.server = server;
        HttpServer http = server.service(HttpServer.class);
        http.register("/management/v1/health", HttpServer.Audience.ANYONE, exchange -> {
            exchange.response().headers().set("Keelson-Route", route);
            if (doubts) {
                exchange.response().headers().set(HttpServer.REFUSED, HttpServer.DOUBTS);
            }
            exchange.reply(health, "");
        });
        http.register("/", HttpServer.Audience.APPLICATION, new io.keelson.http.HttpHandler() {
            @Override
            public void handle(HttpExchange exchange) {
                if (refuses) {
                    exchange.response().headers().set(HttpServer.REFUSED, "suspended");
                    exchange.reply(503, "not now");
                } else {
                    requests.incrementAndGet();
                    Threads.daemon("behind", () -> work(exchange)).start();
                }
            }

            @Override
            public boolean limitsBody() {
                return true;
            }
        });
    }

    int port() {
        return server.address().getPort();
    }

    private void work(HttpExchange exchange) {
        try {
            switch (exchange.request().path()) {
                case "/echo" -> echo(exchange);
                case "/endless" -> endless(exchange);
                case "/hop" -> hop(exchange);
                case "/socket" -> socket(exchange);
                default ->
                    text(
                            exchange,
                            name + " " + exchange.request().method() + " "
                                    + exchange.request().target() + "\n" + fields(exchange));
            }
        } catch (IOException e) {
            exchange.abort(e);
        }
    }

    private static String fields(HttpExchange exchange) {
        StringBuilder text = new StringBuilder();
        exchange.request()
                .headers()
                .forEach((name, value) ->
                        text.append(name).append(": ").append(value).append('\n'));
        return text.toString();
    }

    private static void text(HttpExchange exchange, String text) throws IOException {
        exchange.response().headers().set("Content-Type", "text/plain");
        exchange.response().write(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)), true);
    }

    private static void echo(HttpExchange exchange) throws IOException {
        exchange.body().limit(-1);
        ResponseWriter response = exchange.response();
        response.trailers(() -> {
            io.keelson.http.HttpHeaders trailers = new io.keelson.http.HttpHeaders();
            exchange.body().trailers().forEach(trailers::add);
            return trailers;
        });
        byte[] piece = new byte[8192];
        int n;
        while ((n = exchange.body().read(piece, 0, piece.length)) >= 0) {
            response.write(ByteBuffer.wrap(piece, 0, n), false);
        }
        response.complete();
    }

    private void endless(HttpExchange exchange) throws IOException {
        byte[] piece = new byte[64 * 1024];
        while (true) {
            exchange.response().write(ByteBuffer.wrap(piece), false);
            written.addAndGet(piece.length);
        }
    }

    private static void hop(HttpExchange exchange) throws IOException {
        exchange.response().headers().set("Keep-Alive", "timeout=5");
        exchange.response().headers().set("Proxy-Authenticate", "Basic");
        exchange.response().headers().set("X-Own", "stays");
        text(exchange, "x");
    }

    /** Sends back what it gets, and "bye" when the client has ended its side. */
    private static void socket(HttpExchange exchange) throws IOException {
        exchange.response().headers().set("Upgrade", "websocket");
        ResponseWriter.Upgraded both = exchange.response().upgrade();
        byte[] piece = new byte[8192];
        int n;
        while ((n = both.input().read(piece, 0, piece.length)) >= 0) {
            both.output().write(ByteBuffer.wrap(piece, 0, n), false);
        }
        both.output().write(ByteBuffer.wrap("bye".getBytes(StandardCharsets.US_ASCII)), false);
        both.close();
    }

    @Override
    public void close() {
        server.close();
    }
}
