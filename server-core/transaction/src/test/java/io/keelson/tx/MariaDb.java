package io.keelson.tx;

import static org.awaitility.Awaitility.await;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A MariaDB of a test: Debian's package {@code mariadb-server-core}, on loopback, without users. Closing it ends it in order. */
public final class MariaDb implements Closeable {
    private final Process process;
    private final int port;

    private MariaDb(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Returns the port on loopback. */
    public int port() {
        return port;
    }

    /**
     * Starts one and waits until it answers.
     *
     * @param directory empty, where its data go
     */
    public static MariaDb start(Path directory) throws IOException {
        Files.createDirectory(directory.resolve("data"));
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Process process = new ProcessBuilder(
                        "/usr/sbin/mariadbd",
                        "--no-defaults",
                        "--datadir=" + directory.resolve("data"),
                        "--user=" + System.getProperty("user.name"),
                        "--skip-grant-tables", // it is made without the tables of users
                        "--bind-address=127.0.0.1",
                        "--port=" + port,
                        "--socket=" + directory.resolve("socket"),
                        "--pid-file=" + directory.resolve("pid"),
                        "--innodb-buffer-pool-size=16M")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("mariadbd.out").toFile())
                .start();
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
            CrashDatabases.MARIADB.connect(port, "mysql").close();
            return true;
        });
        return new MariaDb(process, port);
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("MariaDB did not end within 60 s");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
