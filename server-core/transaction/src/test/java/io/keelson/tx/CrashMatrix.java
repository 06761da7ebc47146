package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A PostgreSQL or a MariaDB with two databases, a directory, processes that are halted in the middle of transactions over them, and the
 * checker, which reads the resources by itself: each transaction is everywhere or nowhere, and none is in doubt.
 */
public final class CrashMatrix implements AutoCloseable {
    /** The moments of a commit over the resources a, b and files, in their order. */
    static final List<String> POINTS = points();

    private final CrashDatabases kind;
    private final int port;
    private final Closeable databases;
    private final Path directory;

    private CrashMatrix(CrashDatabases kind, int port, Closeable databases, Path directory) {
        this.kind = kind;
        this.port = port;
        this.databases = databases;
        this.directory = directory;
    }

    /** The moments of a commit over a and files with the database b as the last resource, which keeps the decision. */
    static final List<String> POINTS_OF_LAST = List.of(
            "before-prepare-a",
            "after-prepare-a",
            "before-prepare-files",
            "after-prepare-files",
            "before-decide-last",
            "written-last",
            "after-decide-last",
            "before-commit-a",
            "after-commit-a",
            "before-commit-files",
            "after-commit-files",
            "before-acknowledge");

    private static List<String> points() {
        List<String> points = new ArrayList<>();
        for (String each : new String[] {"a", "b", "files"}) {
            points.add("before-prepare-" + each);
            points.add("after-prepare-" + each);
        }
        points.addAll(List.of("before-log-write", "after-log-write", "before-log-force", "after-log-force"));
        for (String each : new String[] {"a", "b", "files"}) {
            points.add("before-commit-" + each);
            points.add("after-commit-" + each);
        }
        points.add("before-acknowledge");
        return List.copyOf(points);
    }

    static CrashMatrix start(Path directory) throws IOException, SQLException {
        EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setDataDirectory(directory.resolve("postgres"))
                .setServerConfig("max_prepared_transactions", "50")
                .start();
        return on(CrashDatabases.POSTGRESQL, postgres.getPort(), postgres, directory);
    }

    /** Makes the tables and directories; the databases are closed with the matrix. */
    static CrashMatrix on(CrashDatabases kind, int port, Closeable databases, Path directory)
            throws IOException, SQLException {
        CrashMatrix matrix = new CrashMatrix(kind, port, databases, directory);
        matrix.execute(kind.administration(), "create database a");
        matrix.execute(kind.administration(), "create database b");
        for (String each : new String[] {"a", "b"}) {
            matrix.execute(each, "create table sales(name varchar(100) primary key)");
        }
        Files.createDirectories(directory.resolve("files/prepared"));
        Files.createDirectories(directory.resolve("files/committed"));
        return matrix;
    }

    int port() {
        return port;
    }

    Path directory() {
        return directory;
    }

    private Connection connection(String database) throws SQLException {
        return kind.connect(port, database);
    }

    void execute(String database, String sql) throws SQLException {
        try (Connection connection = connection(database);
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }

    private List<String> rows(String database, String sql) throws SQLException {
        try (Connection connection = connection(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                all.add(rows.getString(1));
            }
            return all;
        }
    }

    /** Returns the class path of this test, whoever started it. */
    public static String classPath() {
        if (CrashMatrix.class.getClassLoader() instanceof URLClassLoader loader) {
            return Stream.of(loader.getURLs())
                    .map(each -> Path.of(URI.create(each.toString())).toString())
                    .collect(Collectors.joining(File.pathSeparator));
        }
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** Starts a process after a command that limits it, and returns how it ended. */
    int run(List<String> before, String run, int count, String point, int times, boolean inRecovery) throws Exception {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx64m",
                "-cp",
                classPath(),
                CrashingServer.class.getName(),
                directory.toString(),
                String.valueOf(port()),
                run,
                String.valueOf(count),
                point,
                String.valueOf(times),
                inRecovery ? "recovery" : "last",
                kind.name()));
        Path output = directory.resolve("output-" + run); // of its own: a process may have small files only
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS))
                    .as("the process ends")
                    .isTrue();
            int ended = process.exitValue();
            assertThat(ended)
                    .as("%s at %s: %s", run, point, Files.readString(output))
                    .isIn(0, CrashPoints.HALTED);
            return ended;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Asserts that everything is everywhere or nowhere, that nothing is in doubt, and that what was acknowledged is there. */
    void check(String after) throws Exception {
        List<String> inFiles = DirectoryXa.committed(directory.resolve("files"));
        List<String> inA = rows("a", "select name from sales");
        List<String> inB = rows("b", "select name from sales");
        assertThat(new TreeSet<>(inA)).as("a and b after %s", after).isEqualTo(new TreeSet<>(inB));
        assertThat(new TreeSet<>(inA)).as("a and files after %s", after).isEqualTo(new TreeSet<>(inFiles));
        assertThat(rows(kind.administration(), kind.preparedBranches()))
                .as("in doubt in %s after %s", kind, after)
                .isEmpty();
        assertThat(DirectoryXa.prepared(directory.resolve("files")))
                .as("in doubt in files after %s", after)
                .isEmpty();
        Path acknowledged = directory.resolve("acknowledged");
        if (Files.exists(acknowledged)) {
            assertThat(inFiles).as("acknowledged, after %s", after).containsAll(Files.readAllLines(acknowledged));
        }
    }

    int committed() throws IOException {
        return DirectoryXa.committed(directory.resolve("files")).size();
    }

    @Override
    public void close() throws IOException {
        databases.close();
    }
}
