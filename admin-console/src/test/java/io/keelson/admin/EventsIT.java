package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.admin.cli.CommandLineUser;
import io.keelson.base.log.LogSettings;
import io.keelson.base.log.Logging;
import io.keelson.base.log.Severity;
import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The events of a server that runs. */
@Timeout(90)
class EventsIT {
    @TempDir
    Path directory;

    private RunningServer server;
    private final List<Socket> open = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        server = RunningServer.start(directory.resolve("domain"), Map.of());
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : open) {
            socket.close();
        }
        server.close();
    }

    private Socket listen(String query) throws Exception {
        String[] address = server.address().split(":");
        Socket socket = new Socket(address[0], Integer.parseInt(address[1]));
        open.add(socket);
        socket.getOutputStream()
                .write(("GET /management/v1/events" + query + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
                                + server.domain().token().authorization() + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String readUntil(InputStream in, String expected) throws IOException {
        StringBuilder read = new StringBuilder();
        byte[] buffer = new byte[8192];
        while (read.indexOf(expected) < 0) {
            int n = in.read(buffer);
            if (n < 0) {
                throw new AssertionError("the stream ended before '" + expected + "': " + read);
            }
            read.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
        }
        return read.toString();
    }

    @Test
    void stateAndSamplesCome() throws Exception {
        String read = readUntil(listen("").getInputStream(), "event: runtime");
        assertThat(read)
                .startsWith("HTTP/1.1 200")
                .containsPattern("(?i)Content-Type: text/event-stream\r\n")
                .contains("event: state\ndata: {\"server\":\"AdminServer\",\"state\":\"RUNNING\"}\n\n");
        assertThat(readUntil(listen("?types=runtime").getInputStream(), "\"name\":\"administration\""))
                .contains("\"heap-used-bytes\":", "\"work-managers\":[")
                .doesNotContain("event: state");
    }

    @Test
    void whoListensHearsOfARevision() throws Exception {
        Socket socket = listen("?types=revision");
        socket.setSoTimeout(60_000);
        InputStream in = socket.getInputStream();
        readUntil(in, "retry");
        CommandLineUser cli = new CommandLineUser(server.domain().path());
        assertThat(cli.run("config", "set", "work-managers.fast.capacity", "77", "--activate"))
                .as(cli.err())
                .isZero();
        assertThat(readUntil(in, "\"revision\":2}")).contains("event: revision", "{\"server\":\"AdminServer\"");
    }

    @Test
    void whatIsLoggedComesBySeverity() throws Exception {
        try (Logging log = Logging.configure(LogSettings.consoleOnly(Severity.INFO), directory, Ticker.system())) {
            InputStream all = listen("?types=log").getInputStream();
            InputStream bad = listen("?types=log&severity=ERROR").getInputStream();
            readUntil(all, "retry");
            readUntil(bad, "retry");
            org.jboss.logging.Logger logger = org.jboss.logging.Logger.getLogger("shop");
            logger.info("hello\n\nevent: forged");
            logger.error("gone wrong", new IllegalStateException("because"));
            assertThat(readUntil(all, "gone wrong"))
                    .contains("\"message\":\"hello\\n\\nevent: forged\"", "\"severity\":\"INFO\"");
            assertThat(readUntil(bad, "because")).contains("gone wrong").doesNotContain("hello");
            assertThat(log.dropped()).isZero();
        }
    }

    @Test
    void itWorksOverHttp2AndEndsWithTheServer() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + server.address() + "/management/v1/events?types=state"))
                .header("Authorization", server.domain().token().authorization())
                .build();
        HttpResponse<java.util.stream.Stream<String>> answer =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofLines());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        List<String> lines = new CopyOnWriteArrayList<>();
        Thread reader = new Thread(() -> answer.body().forEach(lines::add));
        reader.start();
        await().until(() -> lines.stream().anyMatch(line -> line.contains("RUNNING")));
        Socket first = listen("?types=state");
        readUntil(first.getInputStream(), "RUNNING");
        long begun = System.nanoTime();
        server.server().shutdown(io.keelson.kernel.lifecycle.ShutdownMode.GRACEFUL);
        server.server().awaitEnd();
        reader.join(30_000);
        assertThat(reader.isAlive()).isFalse();
        // The JDK's HTTP/2 client before 24 gives up a request when its connection says GOAWAY (JDK-8335181), so the
        // other one is asked.
        assertThat(readUntil(first.getInputStream(), "SUSPENDING")).isNotEmpty();
        assertThat((System.nanoTime() - begun) / 1_000_000_000)
                .as("listeners do not hold up a shutdown, seconds")
                .isLessThan(20);
    }

    @Test
    void clientsTakeNoThreads() throws Exception {
        readUntil(listen("").getInputStream(), "event: state");
        int before = Thread.activeCount();
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            clients.add(listen(""));
        }
        for (Socket each : clients) { // all wait at once for what comes to each within a moment
            readUntil(each.getInputStream(), "event: state");
        }
        assertThat(Thread.activeCount() - before).isLessThan(10);
    }

    @Test
    void whatIsNotThereIsRefused() throws Exception {
        for (String query : List.of("?types=", "?types=states", "?types=log,", "?severity=info", "?x=y")) {
            assertThat(readUntil(listen(query).getInputStream(), "\r\n"))
                    .as(query)
                    .startsWith("HTTP/1.1 400");
        }
    }
}
