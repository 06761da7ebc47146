package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** WebSocket endpoints on the distribution: idle connections, the end of a server. */
class WebSocketSystemIT {
    private static final long MOST_HEAP_EACH = 12 * 1024;

    @TempDir
    static Path compiled;

    private static WarFile sockets;

    @TempDir
    Path directory;

    @BeforeAll
    static void compile() throws Exception {
        sockets = WarFile.ofSources("sockets", compiled.resolve("classes"));
    }

    @Test
    void idleConnectionsHoldNoThreadAndLittleHeap() throws Exception {
        idle(1_000);
    }

    @Test
    @Tag("soak")
    void tenThousandIdleConnectionsHoldNoThreadAndLittleHeap() throws Exception {
        idle(10_000);
    }

    private void idle(int connections) throws Exception {
        String server = "-Dkeelson.servers.AdminServer.";
        try (LiveServer live = LiveServer.start(directory, server + "limits.max-open-sockets=" + (connections + 100))) {
            live.deploy("sockets", sockets);
            talk(live, "warm");
            Footprint before = Footprint.of(live.process());
            List<Socket> open = new ArrayList<>();
            try {
                for (int i = 0; i < connections; i++) {
                    open.add(connect(live));
                }
                Footprint now = Footprint.of(live.process());
                long each = (now.heapKiB() - before.heapKiB()) * 1024 / connections;
                System.out.println("idle web sockets: " + each + " bytes of heap each, threads " + before.threads()
                        + " to " + now.threads());
                assertThat(each).isPositive().isLessThan(MOST_HEAP_EACH);
                assertThat(now.threads()).isLessThan(before.threads() + 10);
                assertThat(talk(live, "still")).startsWith("still by io.keelson.websocket.");
            } finally {
                for (Socket socket : open) {
                    socket.close();
                }
            }
        }
    }

    @Test
    void aServerThatStopsSendsItsClientsAway() throws Exception {
        try (LiveServer live = LiveServer.start(directory)) {
            live.deploy("sockets", sockets);
            BlockingQueue<String> heard = new LinkedBlockingQueue<>();
            for (int i = 0; i < 10; i++) {
                open(live, heard);
            }
            long before = System.nanoTime();
            live.process().destroy();
            for (int i = 0; i < 10; i++) {
                assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("close 1001");
            }
            assertThat(live.awaitExit()).isEqualTo(143);
            // It does not wait for its graceful-shutdown-timeout of 30 s.
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(15));
        }
    }

    private static String talk(LiveServer live, String message) throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        WebSocket socket = open(live, heard);
        socket.sendText(message, true).get(60, TimeUnit.SECONDS);
        String answer = heard.poll(20, TimeUnit.SECONDS);
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(60, TimeUnit.SECONDS);
        assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("close 1000");
        return answer;
    }

    private static WebSocket open(LiveServer live, BlockingQueue<String> heard) throws Exception {
        return HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://" + live.address() + "/sockets/echo"), new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
                        heard.add(text.toString());
                        socket.request(1);
                        return null;
                    }

                    @Override
                    public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
                        heard.add("close " + code);
                        return null;
                    }
                })
                .get(30, TimeUnit.SECONDS);
    }

    private static Socket connect(LiveServer live) throws IOException {
        int colon = live.address().lastIndexOf(':');
        Socket socket = new Socket();
        socket.setSoTimeout(30_000);
        socket.connect(new InetSocketAddress(
                live.address().substring(0, colon),
                Integer.parseInt(live.address().substring(colon + 1))));
        socket.getOutputStream()
                .write(("GET /sockets/echo HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                + "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        assertThat(head.toString()).startsWith("HTTP/1.1 101 ");
        return socket;
    }
}
