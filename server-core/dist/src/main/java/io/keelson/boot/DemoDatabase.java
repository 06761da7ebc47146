package io.keelson.boot;

import io.keelson.kernel.config.SecretFile;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The database of the demo: one H2 for the servers of the cluster, in a process of its own that listens on loopback only. It serves what
 * lies in one directory, creates nothing for clients, and its password lies in a file of the domain. The process goes on when the command
 * ends; {@code keelson demo --stop} ends it with the servers.
 */
final class DemoDatabase {
    /** The main class of its process, by which that is found again. */
    static final String MAIN = "org.h2.tools.Server";

    static final String USER = "bookshop";
    static final String PASSWORD_FILE = "security/bookshop-database-password";
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final String NAME = "bookshop";
    private static final Duration START = Duration.ofSeconds(30);
    private static final int LOOK_MILLIS = 50;
    private static final int CONNECT_MILLIS = 1000;

    private final Path domain;
    private final Path part;
    private final int port;

    /**
     * The database of a domain.
     *
     * @param domain the directory of the domain
     * @param part the directory with H2's jar
     * @param port where it listens
     */
    DemoDatabase(Path domain, Path part, int port) {
        this.domain = domain;
        this.part = part;
        this.port = port;
    }

    /** Returns what the domain's configuration says of it. */
    Map<String, Object> dataSource() {
        return Map.of(
                "url", "jdbc:h2:tcp://127.0.0.1:" + port + "/" + NAME, "user", USER, "password-file", PASSWORD_FILE);
    }

    /** Returns where its files lie. */
    Path directory() {
        return domain.resolve("database");
    }

    /** Starts it where it does not run, and waits until it listens; returns whether it was started. */
    boolean start() throws IOException, InterruptedException {
        if (listens()) {
            return false;
        }
        create();
        Path output = directory().resolve("database.out");
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            // It goes on when the terminal is closed.
            command.add(SETSID.toString());
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-Dh2.bindAddress=127.0.0.1",
                "-cp",
                jar().toString(),
                MAIN,
                "-tcp",
                "-tcpPort",
                String.valueOf(port),
                "-baseDir",
                directory().toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        long end = System.nanoTime() + START.toNanos();
        while (!listens()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                process.destroyForcibly();
                throw new IOException("the database of the demo has not started on port " + port + ": "
                        + Files.readString(output, StandardCharsets.UTF_8).strip());
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return true;
    }

    /** Makes the file of the database with its user: the process makes none for whoever asks. */
    private void create() throws IOException {
        SecretFile.create(domain.resolve(PASSWORD_FILE));
        Files.createDirectories(directory());
        if (Files.exists(directory().resolve(NAME + ".mv.db"))) {
            return;
        }
        Properties user = new Properties();
        user.setProperty("user", USER);
        user.setProperty(
                "password",
                SecretFile.read(domain.resolve(PASSWORD_FILE), "remove it, and the database with it")
                        .strip());
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar().toUri().toURL()}, DemoDatabase.class.getClassLoader())) {
            Driver driver = (Driver)
                    loader.loadClass("org.h2.Driver").getDeclaredConstructor().newInstance();
            try (Connection made = driver.connect("jdbc:h2:file:" + directory().resolve(NAME), user)) {
                made.isValid(0);
            }
        } catch (ReflectiveOperationException | SQLException e) {
            throw new IOException("the database of the demo cannot be made in " + directory() + ": " + e, e);
        }
    }

    private Path jar() throws IOException {
        try (Stream<Path> files = Files.list(part)) {
            List<Path> jars =
                    files.filter(file -> file.toString().endsWith(".jar")).toList();
            if (jars.size() != 1) {
                throw new IOException(part + " does not have the jar of H2; install the distribution again");
            }
            return jars.get(0);
        }
    }

    /** Returns true if a process listens on its port. */
    boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException none) {
            return false;
        }
    }
}
