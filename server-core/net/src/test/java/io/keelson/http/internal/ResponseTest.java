package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.http.FileBody;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.HttpHeaders;
import io.keelson.http.ResponseWriter;
import io.keelson.net.spi.TlsSession;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResponseTest {
    private static final TlsSession TLS = new TlsSession("TLSv1.3", "TLS_AES_128_GCM_SHA256", 128, "00", List.of());

    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String DATE = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n";

    interface Body {
        void write(ResponseWriter response) throws IOException;
    }

    private static HttpHandler handler(Body body) {
        return exchange -> {
            try {
                body.write(exchange.response());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String answer(String request, Body body) {
        try (EmbeddedHttp http = new EmbeddedHttp(handler(body))) {
            String sent = http.send(request).sent();
            return http.open() ? sent : sent + "<closed>";
        }
    }

    @Test
    void givesTheLengthOfAResponseThatIsCompleteWithItsFirstWrite() {
        assertThat(answer(GET, r -> r.write(bytes("Hello, World!"), true)))
                .isEqualTo("HTTP/1.1 200 OK\r\n" + DATE + "Content-Length: 13\r\n\r\nHello, World!");
    }

    @Test
    void givesALengthOfZeroWhereNothingIsWritten() {
        assertThat(answer(GET, ResponseWriter::complete))
                .isEqualTo("HTTP/1.1 200 OK\r\n" + DATE + "Content-Length: 0\r\n\r\n");
    }

    @Test
    void sendsChunksWhereTheLengthIsNotKnown() {
        assertThat(answer(GET, r -> {
                    r.headers().add("X-A", "b");
                    r.write(bytes("Hello"), false);
                    r.write(bytes(""), false);
                    r.write(bytes(", World!"), true);
                }))
                .isEqualTo("HTTP/1.1 200 OK\r\n" + DATE + "X-A: b\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "5\r\nHello\r\n8\r\n, World!\r\n0\r\n\r\n");
    }

    @Test
    void sendsTrailersAfterTheLastChunk() {
        assertThat(answer(GET, r -> {
                    r.trailers(() -> {
                        HttpHeaders trailers = new HttpHeaders();
                        trailers.add("X-Sum", "1");
                        trailers.add("Content-Length", "9");
                        return trailers;
                    });
                    r.write(bytes("a"), false);
                    r.complete();
                }))
                .endsWith("\r\n\r\n1\r\na\r\n0\r\nX-Sum: 1\r\n\r\n");
    }

    @Test
    void endsWithTheConnectionForHttp10() {
        assertThat(answer("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", r -> {
                    r.write(bytes("Hello"), false);
                    r.write(bytes("!"), true);
                }))
                .isEqualTo("HTTP/1.1 200 OK\r\n" + DATE + "Connection: close\r\n\r\nHello!<closed>");
    }

    @Test
    void keepsAConnectionOfHttp10ThatAsksForIt() {
        assertThat(answer("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", r -> r.write(bytes("x"), true)))
                .isEqualTo("HTTP/1.1 200 OK\r\n" + DATE + "Content-Length: 1\r\nConnection: keep-alive\r\n\r\nx");
    }

    @Test
    void swallowsTheBodyOfHead() {
        String head = "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n";
        assertThat(answer(head, r -> r.write(bytes("Hello"), true)))
                .isEqualTo("HTTP/1.1 200 OK\r\n" + DATE + "Content-Length: 5\r\n\r\n");
        assertThat(answer(head, r -> {
                    r.write(bytes("Hello"), false);
                    r.complete();
                }))
                .isEqualTo("HTTP/1.1 200 OK\r\n" + DATE + "\r\n");
        assertThat(answer(head, ResponseWriter::complete)).isEqualTo("HTTP/1.1 200 OK\r\n" + DATE + "\r\n");
        assertThat(answer(head, r -> {
                    r.headers().set("Content-Length", "99");
                    r.complete();
                }))
                .isEqualTo("HTTP/1.1 200 OK\r\n" + DATE + "Content-Length: 99\r\n\r\n");
    }

    @Test
    void swallowsTheBodyOf204And304() {
        assertThat(answer(GET, r -> {
                    r.status(204);
                    r.write(bytes("x"), true);
                }))
                .isEqualTo("HTTP/1.1 204 No Content\r\n" + DATE + "\r\n");
        assertThat(answer(GET, r -> {
                    r.status(304);
                    r.headers().set("Content-Length", "7");
                    r.complete();
                }))
                .isEqualTo("HTTP/1.1 304 Not Modified\r\n" + DATE + "Content-Length: 7\r\n\r\n");
    }

    @Test
    void sendsTrailerFieldsOfAResponseThatIsCompleteWithItsFirstWrite() {
        assertThat(answer(GET, r -> {
                    HttpHeaders trailers = new HttpHeaders();
                    trailers.add("Sum", "5");
                    r.trailers(() -> trailers);
                    r.write(bytes("abc"), true);
                }))
                .endsWith("Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nSum: 5\r\n\r\n");
    }

    @Test
    void sendsNoContentWhereTheStatusHasNone() {
        assertThat(answer(GET + GET, r -> {
                    r.status(205);
                    r.write(bytes("abc"), true);
                }))
                .isEqualTo(("HTTP/1.1 205 Reset Content\r\n" + DATE + "Content-Length: 0\r\n\r\n").repeat(2));
    }

    @Test
    void refusesMoreThanTheLengthSaid() {
        assertThat(answer(GET, r -> {
                    r.headers().set("Content-Length", "3");
                    r.write(bytes("abc"), false);
                    assertThatThrownBy(() -> r.write(bytes("d"), false)).isInstanceOf(IOException.class);
                }))
                .endsWith("Content-Length: 3\r\n\r\nabc<closed>");
    }

    /** One write to the socket in place of two. */
    @Test
    void aBodyThatHasReachedItsLengthGoesWithItsEnd() {
        try (EmbeddedHttp http = new EmbeddedHttp(handler(r -> {
            r.headers().set("Content-Length", "100000");
            r.write(bytes("x".repeat(100_000)), false);
            r.complete();
        }))) {
            http.send(GET);
            assertThat(http.channel.outboundMessages()).hasSize(2);
            assertThat(http.sent()).endsWith("Content-Length: 100000\r\n\r\n" + "x".repeat(100_000));
            assertThat(http.send(GET).sent()).endsWith("x");
        }
    }

    @Test
    void aBodyThatHasReachedItsLengthGoesWithItsEndWhereTheLoopHasNotComeToIt() {
        HttpHandler handler = e -> e.handOver(EmbeddedHttp.ANY, () -> {
            try {
                e.response().headers().set("Content-Length", "3");
                e.response().write(bytes("abc"), false);
                e.response().complete();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send(GET);
            http.work.remove(0).run();
            http.channel.runPendingTasks();
            io.netty.buffer.ByteBuf only = http.channel.readOutbound();
            assertThat(only.toString(StandardCharsets.ISO_8859_1)).endsWith("\r\n\r\nabc");
            only.release();
            assertThat((Object) http.channel.readOutbound()).isNull();
            http.send(GET);
            assertThat(http.work).hasSize(1);
        }
    }

    @Test
    void aBodyThatHasReachedItsLengthDoesNotWaitForItsEnd() {
        HttpHandler handler = e -> e.handOver(EmbeddedHttp.ANY, () -> {
            try {
                e.response().headers().set("Content-Length", "3");
                e.response().write(bytes("abc"), false);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
        AtomicReference<HttpExchange> exchange = new AtomicReference<>();
        try (EmbeddedHttp http = new EmbeddedHttp(e -> {
            exchange.set(e);
            handler.handle(e);
        })) {
            http.send(GET).runWork();
            assertThat(http.sent()).endsWith("Content-Length: 3\r\n\r\nabc");
            // The exchange goes on until it is ended: the next request waits.
            http.send(GET);
            assertThat(http.work).isEmpty();
            exchange.get().response().complete();
            assertThat(http.sent()).isEmpty();
            assertThat(http.work).hasSize(1);
        }
    }

    @Test
    void aBodyThatHasReachedItsLengthIsFlushedWithoutItsEnd() {
        try (EmbeddedHttp http = new EmbeddedHttp(exchange -> {
            exchange.response().headers().set("Content-Length", "3");
            exchange.handOver(EmbeddedHttp.ANY, () -> writeAndFlush(exchange));
        })) {
            http.send(GET).runWork();
            assertThat(http.sent()).endsWith("Content-Length: 3\r\n\r\nabc");
        }
    }

    private static void writeAndFlush(HttpExchange exchange) {
        try {
            exchange.response().write(bytes("abc"), false);
            exchange.response().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aBodyThatWaitsForTheLoopIsReleasedWhenTheConnectionGoes() {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
        try (EmbeddedHttp http = new EmbeddedHttp(exchange -> {
            exchange.response().headers().set("Content-Length", "3");
            exchange.handOver(EmbeddedHttp.ANY, () -> {
                try {
                    exchange.response().write(bytes("abc"), false);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        })) {
            http.channel.config().setAllocator(allocator);
            http.send(GET);
            http.work.remove(0).run();
            assertThat(allocator.metric().usedDirectMemory()).isPositive();
            // Before the loop comes to the task that sends it.
            http.channel.unsafe().close(http.channel.newPromise());
            assertThat(http.open()).isFalse();
            assertThat(allocator.metric().usedDirectMemory()).isZero();
        }
    }

    @Test
    void closesWhereLessIsWrittenThanTheLengthSaid() {
        assertThat(answer(GET + GET, r -> {
                    r.headers().set("Content-Length", "3");
                    r.write(bytes("ab"), true);
                }))
                .endsWith("Content-Length: 3\r\n\r\nab<closed>");
    }

    @Test
    void keepsFramingToItself() {
        assertThat(answer(GET, r -> {
                    r.headers().set("Transfer-Encoding", "gzip");
                    r.headers().set("Date", "never");
                    r.headers().set("Connection", "X-Hop");
                    r.write(bytes("a"), true);
                }))
                .isEqualTo("HTTP/1.1 200 OK\r\n" + DATE + "Content-Length: 1\r\n\r\na");
    }

    @Test
    void closesWhereTheHandlerAsksForIt() {
        assertThat(answer(GET, r -> {
                    r.headers().set("Connection", "close");
                    r.write(bytes("a"), true);
                }))
                .isEqualTo("HTTP/1.1 200 OK\r\n" + DATE + "Content-Length: 1\r\nConnection: close\r\n\r\na<closed>");
    }

    @Test
    void isReadOnlyWhenCommitted() {
        answer(GET, r -> {
            r.write(bytes("a"), false);
            assertThat(r.committed()).isTrue();
            r.status(500);
            assertThat(r.status()).isEqualTo(200);
            assertThatThrownBy(() -> r.headers().set("A", "b")).isInstanceOf(IllegalStateException.class);
            r.complete();
            r.complete();
            assertThatThrownBy(() -> r.write(bytes("a"), false)).isInstanceOf(IOException.class);
        });
    }

    @Test
    void sendsInterimResponsesToHttp11Only() {
        Body body = r -> {
            HttpHeaders hints = new HttpHeaders();
            hints.add("Link", "</s.css>");
            r.interim(103, hints);
            r.complete();
        };
        assertThat(answer(GET, body))
                .startsWith("HTTP/1.1 103 Early Hints\r\nLink: </s.css>\r\n\r\nHTTP/1.1 200 OK\r\n");
        assertThat(answer("GET / HTTP/1.0\r\n\r\n", body)).startsWith("HTTP/1.1 200 OK\r\n");
    }

    @Test
    void sendsAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "0123456789");
        List<FileBody> opened = new ArrayList<>();
        Body whole = r -> {
            try (FileBody body = r.openFile(file)) {
                opened.add(body);
                r.writeFile(body, 2, 5, true);
            }
        };
        try (EmbeddedHttp http = new EmbeddedHttp(handler(whole))) {
            http.send(GET);
            List<String> parts = new ArrayList<>();
            Object part;
            while ((part = http.channel.readOutbound()) != null) {
                if (part instanceof io.netty.channel.FileRegion region) {
                    parts.add("file " + region.position() + "+" + region.count());
                    region.release();
                } else {
                    parts.add(((io.netty.buffer.ByteBuf) part).toString(StandardCharsets.ISO_8859_1));
                    ((io.netty.buffer.ByteBuf) part).release();
                }
            }
            assertThat(parts.get(0)).endsWith("Content-Length: 5\r\n\r\n");
            assertThat(parts.get(1)).isEqualTo("file 2+5");
        }
        assertThat(opened).noneMatch(ResponseTest::open);
    }

    /** What TLS is to protect has to be bytes: no part of a file may reach it. */
    @Test
    void copiesAFileOverTls(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "0123456789");
        Body part = r -> {
            try (FileBody body = r.openFile(file)) {
                assertThat(body.length()).isEqualTo(10);
                r.writeFile(body, 2, 5, true);
            }
        };
        try (EmbeddedHttp http = new EmbeddedHttp(handler(part))) {
            http.tls = TLS;
            assertThat(http.send(GET).sent()).endsWith("Content-Length: 5\r\n\r\n23456");
        }
    }

    private static int drain(EmbeddedHttp http) {
        int all = 0;
        io.netty.buffer.ByteBuf part;
        while ((part = http.channel.readOutbound()) != null) {
            all += part.readableBytes();
            part.release();
        }
        return all;
    }

    /** A client that reads as fast as the server writes does not keep the loop for itself. */
    @Test
    void copiesALargeFileInTurns(@TempDir Path folder) throws IOException {
        int length = 4 << 20;
        Path file = Files.write(folder.resolve("f"), new byte[length]);
        List<FileBody> opened = new ArrayList<>();
        Body whole = r -> {
            try (FileBody body = r.openFile(file)) {
                opened.add(body);
                r.writeFile(body, 0, length, true);
            }
        };
        try (EmbeddedHttp http = new EmbeddedHttp(handler(whole))) {
            http.tls = TLS;
            http.send(GET + GET);
            int sent = drain(http);
            assertThat(sent).isBetween(1, length / 2);
            assertThat(opened).singleElement().matches(ResponseTest::open);
            while (opened.size() == 1) {
                http.channel.runPendingTasks();
                sent += drain(http);
            }
            assertThat(opened.get(0)).matches(body -> !open(body));
            for (int i = 0; i < 100; i++) {
                http.channel.runPendingTasks();
                sent += drain(http);
            }
            assertThat(sent).isBetween(2 * length, 2 * length + 500);
        }
        assertThat(opened).noneMatch(ResponseTest::open);
    }

    @Test
    void copiesAFileAsThereIsRoomForIt(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("f"), new byte[100_000]);
        List<FileBody> opened = new ArrayList<>();
        Body whole = r -> {
            try (FileBody body = r.openFile(file)) {
                opened.add(body);
                r.writeFile(body, 0, 100_000, true);
            }
        };
        for (boolean goes : new boolean[] {false, true}) {
            opened.clear();
            try (EmbeddedHttp http = new EmbeddedHttp(handler(whole))) {
                http.tls = TLS;
                io.netty.channel.ChannelOutboundBuffer out =
                        http.channel.unsafe().outboundBuffer();
                // After the request, which is read only while there is room, and before its answer.
                http.channel.eventLoop().execute(() -> out.setUserDefinedWritability(1, false));
                http.send(GET);
                http.channel.runPendingTasks();
                assertThat(drain(http)).isLessThan(1000);
                assertThat(opened).singleElement().matches(ResponseTest::open);
                if (goes) {
                    http.channel.close();
                } else {
                    out.setUserDefinedWritability(1, true);
                    http.channel.runPendingTasks();
                    assertThat(drain(http)).isBetween(100_000, 101_000);
                }
                http.channel.runPendingTasks();
                assertThat(opened).noneMatch(ResponseTest::open);
            }
        }
    }

    @Test
    void breaksOffWhenACopiedFileBecomesShorter(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("f"), new byte[1 << 20]);
        try (EmbeddedHttp http = new EmbeddedHttp(handler(r -> {
            try (FileBody body = r.openFile(file)) {
                r.writeFile(body, 0, 1 << 20, true);
                Files.write(file, new byte[10]);
            }
        }))) {
            http.tls = TLS;
            http.send(GET);
            assertThat(http.open()).isFalse();
            assertThat(drain(http)).isLessThan(1000);
        }
    }

    @Test
    void closesTheFileThatHeadDoesNotSend(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "0123456789");
        List<FileBody> opened = new ArrayList<>();
        assertThat(answer("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", r -> {
                    try (FileBody body = r.openFile(file)) {
                        opened.add(body);
                        r.writeFile(body, 0, 10, true);
                    }
                }))
                .endsWith("Content-Length: 10\r\n\r\n");
        assertThat(opened).noneMatch(ResponseTest::open);
    }

    private static boolean open(FileBody file) {
        try {
            return file.read(ByteBuffer.allocate(1), 0) == 1;
        } catch (IOException closed) {
            return false;
        }
    }

    @Test
    void answersAFailureOfTheHandlerWithoutSayingWhy() {
        HttpHandler failing = e -> {
            throw new IllegalStateException("secret");
        };
        try (EmbeddedHttp http = new EmbeddedHttp(failing)) {
            String sent = http.send(GET).sent();
            assertThat(sent)
                    .startsWith("HTTP/1.1 500 ")
                    .contains("Content-Type: text/plain")
                    .doesNotContain("secret");
            assertThat(http.send(GET).sent()).startsWith("HTTP/1.1 500 ");
        }
    }

    @Test
    void closesWhenTheHandlerFailsAfterTheHeadWasSent() {
        assertThat(answer(GET, r -> {
                    r.write(bytes("a"), false);
                    throw new IOException("broken");
                }))
                .endsWith("1\r\na\r\n<closed>");
    }

    @Test
    void answers503WithRetryAfterWhereNoWorkManagerTakesIt() {
        HttpHandler handler = e -> {
            if (e.request().path().equals("/now")) {
                e.reply(200, "now");
            } else if (!e.handOver(EmbeddedHttp.ANY, () -> {})) {
                e.overloaded();
            }
        };
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            List<String> refusedBy = new ArrayList<>();
            http.dispatcher.accessLog(entry -> refusedBy.add(entry.status() + " " + entry.refusedBy()));
            http.full = true;
            assertThat(http.send(GET).sent())
                    .startsWith("HTTP/1.1 503 Service Unavailable\r\n")
                    .contains("Retry-After: 1\r\n");
            assertThat(http.open()).isTrue();
            assertThat(refusedBy).containsExactly("503 " + EmbeddedHttp.ANY.name());
            refusedBy.clear();
            http.send(GET.replace("/ ", "/now ")).sent();
            assertThat(refusedBy).as("the next request of the connection").containsExactly("200 null");
        }
    }

    @Test
    void upgrades() {
        List<String> ends = new ArrayList<>();
        HttpHandler handler = e -> {
            e.onEnd(() -> ends.add("end"));
            e.response().headers().set("Upgrade", "shout");
            ResponseWriter.Upgraded raw = e.response().upgrade();
            shout(e, raw);
        };
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: shout\r\n\r\nhel");
            assertThat(http.sent())
                    .isEqualTo("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: shout\r\n\r\nHEL");
            assertThat(http.send("lo\r\n").sent()).isEqualTo("LO\r\n");
            assertThat(ends).isEmpty();
            assertThat(http.send(".").sent()).isEqualTo("bye");
            assertThat(http.open()).isFalse();
            assertThat(ends).containsExactly("end");
        }
    }

    private static void shout(HttpExchange e, ResponseWriter.Upgraded raw) {
        byte[] bytes = new byte[10];
        try {
            int n;
            while ((n = raw.input().poll(bytes, 0, 10)) > 0) {
                if (bytes[0] == '.') {
                    raw.output().writeNow(bytes("bye"), false);
                    raw.close();
                    return;
                }
                String text = new String(bytes, 0, n, StandardCharsets.ISO_8859_1);
                raw.output().writeNow(bytes(text.toUpperCase(java.util.Locale.ROOT)), false);
            }
            if (n == 0) {
                raw.input().onReadable(() -> shout(e, raw));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void doesNotUpgradeWhereTheClientDidNotAsk() {
        answer(GET, r -> assertThatThrownBy(r::upgrade).isInstanceOf(IllegalStateException.class));
    }
}
