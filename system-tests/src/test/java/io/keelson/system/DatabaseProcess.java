package io.keelson.system;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;

/** A database on loopback in a process of its own, which can be ended and started again with what it keeps. */
final class DatabaseProcess {
    private DatabaseProcess() {}

    /**
     * Starts it, and waits until it takes connections.
     *
     * @param directory where its files and its output go
     */
    static Process start(int port, Path directory) throws IOException {
        Process database = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx64m",
                        "-Dh2.bindAddress=127.0.0.1",
                        "-cp",
                        Path.of("target", "wars", "h2.jar").toAbsolutePath().toString(),
                        "org.h2.tools.Server",
                        "-tcp",
                        "-tcpPort",
                        Integer.toString(port),
                        "-ifNotExists",
                        "-baseDir",
                        directory.resolve("h2").toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("h2.out").toFile())
                .start();
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
            new Socket(InetAddress.getLoopbackAddress(), port).close();
            return true;
        });
        return database;
    }
}
