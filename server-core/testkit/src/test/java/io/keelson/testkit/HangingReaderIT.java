package io.keelson.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.thread.ThreadWatch.Role;
import io.keelson.http.HttpServer;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.lifecycle.ShutdownMode;
import io.keelson.kernel.watch.HangingThreads;
import io.keelson.kernel.watch.HungThread;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server whose only reader does not come back from a connection raises an alarm, and then ends itself. */
@Timeout(120)
class HangingReaderIT {
    @Test
    void aServerWhoseOnlyReaderHangsEndsItself() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        TestServer server = TestServer.builder()
                .set("servers." + TestServer.NAME + ".socket-readers", "1")
                .set("servers." + TestServer.NAME + ".overload.stuck-reader-time", "10s")
                .start();
        try {
            HangingThreads hanging = server.service(HangingThreads.class);
            server.service(HttpServer.class).register("/hang", HttpServer.Audience.ANYONE, exchange -> hang(never));
            assertThat(hanging.hanging()).isEmpty();
            try (Socket client = new Socket("127.0.0.1", server.address().getPort())) {
                ask(client);
                await().atMost(Duration.ofSeconds(60))
                        .until(() ->
                                !hanging.hanging().isEmpty() || server.control().state() == ServerState.FAILED);
                List<HungThread> hung = hanging.hanging();
                assertThat(hung).extracting(HungThread::role).contains(Role.READER);
                assertThat(hung.toString()).contains("keelson.socket.Muxer", "HangingReaderIT");
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> server.control().state() == ServerState.FAILED);
            }
        } finally {
            never.countDown();
            server.control().shutdown(ShutdownMode.FORCE);
        }
    }

    private static void ask(Socket client) throws IOException {
        client.getOutputStream().write("GET /hang HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static void hang(CountDownLatch never) {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
