package io.keelson.muxer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that has no file descriptor left for a further connection, as a process of its own: those that it has are
 * served, it does not turn in vain, and it goes on when there are descriptors again.
 */
abstract class DescriptorLimitContractTest {
    /** The JVM takes some of them for itself: fewer than 300 connections fit, and more than 150. */
    private static final int LIMIT = 250;

    private static final int CONNECTIONS = 300;

    @TempDir
    Path directory;

    private Process server;
    private final List<Socket> sockets = new ArrayList<>();

    abstract Muxer.Kind kind();

    @BeforeEach
    void startServer() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        server = new ProcessBuilder(
                        "bash",
                        "-c",
                        "ulimit -n " + LIMIT + " && exec \"$@\"",
                        "bash",
                        java,
                        "-Xmx128m",
                        // It is the loop's time that counts, not that of compilers and collectors.
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EchoMain.class.getName(),
                        String.valueOf(kind()),
                        directory.resolve("port").toString())
                .redirectErrorStream(true)
                .redirectOutput(log().toFile())
                .start();
    }

    @AfterEach
    void stopServer() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.destroyForcibly().waitFor();
    }

    @Test
    void pausesSaysSoOnceAndRecovers() throws Exception {
        InetSocketAddress address = address();
        for (int i = 0; i < CONNECTIONS; i++) {
            Socket socket = new Socket();
            socket.connect(address, 5_000);
            socket.setSoTimeout(10_000);
            sockets.add(socket);
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> logged("KLS-000401") > 0);
        Socket served = sockets.get(0);
        assertThat(echo(served)).isEqualTo(7);

        Duration before = cpu();
        for (int i = 0; i < 20; i++) {
            served.getOutputStream().write(7);
            served.setSoTimeout(10_000);
            assertThat(served.getInputStream().read()).isEqualTo(7);
            // The measure is over time: three pauses of a tenth of a second each lie in it.
            served.setSoTimeout(20);
            assertThat(readsNothing(served)).isTrue();
        }
        assertThat(cpu().minus(before)).isLessThan(Duration.ofMillis(300));
        assertThat(logged("KLS-000401")).isEqualTo(1);

        for (Socket socket : sockets.subList(0, CONNECTIONS / 2)) {
            socket.close();
        }
        for (Socket socket : sockets.subList(CONNECTIONS / 2, CONNECTIONS)) {
            assertThat(echo(socket)).isEqualTo(7);
        }
        // While the sockets close one after the other the limit may be met again; each time is said, and each end of
        // it.
        assertThat(logged("KLS-000402")).isPositive().isEqualTo(logged("KLS-000401"));
    }

    private InetSocketAddress address() throws IOException {
        Path port = directory.resolve("port");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Files.exists(port) && Files.readString(port).endsWith("\n"));
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(),
                Integer.parseInt(Files.readString(port).trim()));
    }

    private static int echo(Socket socket) throws IOException {
        socket.getOutputStream().write(7);
        return socket.getInputStream().read();
    }

    private static boolean readsNothing(Socket socket) throws IOException {
        try {
            socket.getInputStream().read();
            return false;
        } catch (java.net.SocketTimeoutException e) {
            return true;
        }
    }

    private Duration cpu() {
        return server.toHandle().info().totalCpuDuration().orElseThrow();
    }

    private long logged(String id) throws IOException {
        return Files.readAllLines(log()).stream()
                .filter(line -> line.contains(id))
                .count();
    }

    private Path log() {
        return directory.resolve("server.log");
    }
}
