package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that send or read too slowly, or not at all, more of each kind than there are execute threads: no thread waits
 * for them longer than the time-outs, and the log says so in a line.
 */
class SlowClientsSystemIT {
    private static final int OF_EACH_KIND = 12;
    private static final int THREADS = 8;

    /** Where an execute thread stands that waits for a client. */
    private static final List<String> WAITS = List.of("WriteGate.await", "BodyQueue.await");

    @TempDir
    static Path compiled;

    private static WarFile faulty;

    @TempDir
    Path directory;

    private final List<Socket> sockets = new ArrayList<>();
    private final List<Process> stopped = new ArrayList<>();

    @BeforeAll
    static void compile() throws Exception {
        // More than the buffers of two sockets take, and nothing that packing makes small.
        byte[] noise = new byte[16_000_000];
        new Random(1).nextBytes(noise);
        faulty = WarFile.ofSources("faulty", compiled.resolve("classes")).bytes("large.bin", noise);
    }

    @AfterEach
    void end() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        for (Process process : stopped) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void holdNoThread() throws Exception {
        holdNoThread(true);
    }

    @Test
    @Tag("soak")
    void holdNoThreadOnTheJavaMuxer() throws Exception {
        holdNoThread(false);
    }

    private void holdNoThread(boolean nativeIo) throws Exception {
        try (LiveServer server = start(nativeIo)) {
            for (int i = 0; i < OF_EACH_KIND; i++) {
                send(server, "GET /faulty/act/ HT");
                send(server, "POST /faulty/act/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nabc");
                send(server, "GET /faulty/act/large?pieces=500 HTTP/1.1\r\nHost: a\r\n\r\n");
                send(server, "GET /faulty/large.bin HTTP/1.1\r\nHost: a\r\n\r\n");
            }
            // Before the readers start: a file holds no thread, and the others are cut off within seconds.
            await("threads wait for clients").until(() -> waiting(server) > 0);
            for (int i = 0; i < 2; i++) {
                stopped.add(stoppedReader(server));
            }
            // Those that came behind them had to wait for a thread first, so it takes the time-outs some times over.
            await("no thread waits")
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> waiting(server) == 0);
            assertThat(server.get("/faulty/act/").body()).isEqualTo("here");
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(told(server)).isGreaterThanOrEqualTo(OF_EACH_KIND * 4));
            assertThat(server.output()).doesNotContain("\tat ", "ERROR");
        }
    }

    @Test
    void anAsynchronousRequestLearnsThatItsClientWasCutOff() throws Exception {
        anAsynchronousRequestLearnsThatItsClientWasCutOff(true);
    }

    @Test
    @Tag("soak")
    void anAsynchronousRequestLearnsThatItsClientWasCutOffOnTheJavaMuxer() throws Exception {
        anAsynchronousRequestLearnsThatItsClientWasCutOff(false);
    }

    private void anAsynchronousRequestLearnsThatItsClientWasCutOff(boolean nativeIo) throws Exception {
        try (LiveServer server = start(nativeIo)) {
            Socket client = send(server, "GET /faulty/act/wait HTTP/1.1\r\nHost: a\r\n\r\n");
            await().untilAsserted(() ->
                    assertThat(server.get("/faulty/act/waiting").body()).isEqualTo("1 waiting, 0 gone"));

            client.setSoLinger(true, 0);
            client.close();

            await().untilAsserted(() ->
                    assertThat(server.get("/faulty/act/waiting").body()).isEqualTo("0 waiting, 1 gone"));
            assertThat(server.output()).doesNotContain("\tat ", "ERROR");
        }
    }

    private LiveServer start(boolean nativeIo) throws Exception {
        String server = "-Dkeelson.servers.AdminServer.";
        LiveServer live = LiveServer.start(
                directory,
                server + "native-io-enabled=" + nativeIo,
                server + "self-tuning-thread-pool-size-min=" + THREADS,
                server + "self-tuning-thread-pool-size-max=" + THREADS,
                server + "limits.header-timeout=2s",
                server + "limits.body-timeout=2s",
                server + "limits.write-timeout=2s");
        live.deploy("faulty", faulty);
        return live;
    }

    /** Its receive buffer is small, and it never reads. */
    private Socket send(LiveServer server, String text) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(4096);
        int colon = server.address().lastIndexOf(':');
        socket.connect(new InetSocketAddress(
                server.address().substring(0, colon),
                Integer.parseInt(server.address().substring(colon + 1))));
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** A process that reads a response and is stopped in the middle: no FIN and no reset will ever come of it. */
    private static Process stoppedReader(LiveServer server) throws Exception {
        String url = "http://" + server.address() + "/faulty/large.bin";
        Process reader = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        Path.of("target", "test-classes").toAbsolutePath().toString(),
                        SlowReader.class.getName(),
                        url)
                .redirectErrorStream(true)
                .start();
        // It says so when it has read a first piece.
        assertThat(reader.inputReader().readLine()).isEqualTo("reading");
        new ProcessBuilder("kill", "-STOP", Long.toString(reader.pid())).start().waitFor();
        return reader;
    }

    private static int waiting(LiveServer server) throws Exception {
        String dump = server.manage("GET", "server/threads").body();
        int count = 0;
        for (String wait : WAITS) {
            count += dump.split(wait, -1).length - 1;
        }
        return count;
    }

    /** Returns how many slow clients the log has told of. */
    private static int told(LiveServer server) {
        return server.output()
                .lines()
                .filter(line -> line.contains("KLS-002702"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll(".*KLS-002702: (\\d+) .*", "$1")))
                .sum();
    }
}
