package io.keelson.perf;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The servers of {@link UsersStudy}: a pair for each heap, a PostgreSQL and a data grid where a row needs one. Used by one thread. */
final class UsersDomain implements AutoCloseable {
    private static final String GRID = "cache";
    private static final long SETTLE_MILLIS = 1000;

    private final Map<Integer, SessionPair> pairs = new HashMap<>();
    private @Nullable EmbeddedPostgres database;
    private @Nullable GridProcess grid;

    /** Starts what these rows need. */
    UsersDomain(Path distribution, Path work, List<UsersRow> rows) throws IOException, InterruptedException {
        try {
            if (rows.stream().anyMatch(row -> row.store().contains("jdbc"))) {
                database = EmbeddedPostgres.builder()
                        .setPGStartupWait(Duration.ofSeconds(60))
                        .setDataDirectory(work.resolve("database"))
                        .start();
            }
            if (rows.stream().anyMatch(row -> row.store().equals(GRID))) {
                grid = GridProcess.start(UsersRow.HEAP, work.resolve("grid.log"));
            }
            for (int heap :
                    rows.stream().map(UsersRow::heapMebibytes).distinct().toList()) {
                List<String> stores = rows.stream()
                        .filter(row -> row.heapMebibytes() == heap)
                        .map(UsersRow::store)
                        .distinct()
                        .toList();
                pairs.put(
                        heap,
                        SessionPair.keelson(
                                distribution,
                                work.resolve("heap-" + heap),
                                List.of("-Xms" + heap + "m", "-Xmx" + heap + "m", "-XX:+UseG1GC"),
                                stores,
                                this::provide,
                                BusinessWar::write));
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void provide(KeelsonDomain domain) throws IOException {
        GridProcess cache = grid;
        if (cache != null) {
            domain.add("\nsession-grids:\n  main:\n    addresses: [\"127.0.0.1:" + cache.port()
                    + "\"]\n    tls-enabled: false\n");
        }
        EmbeddedPostgres postgres = database;
        if (postgres == null) {
            return;
        }
        domain.add("\ndata-sources:\n  sessions:\n    jndi-names: [" + BusinessWar.DATA_SOURCE + "]\n    url: "
                + "\"jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres\"\n    user: postgres\n"
                + "    max-capacity: 40\n");
        try {
            Path driver = Path.of(Class.forName("org.postgresql.Driver")
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Files.copy(driver, domain.directory().resolve("lib").resolve("postgresql.jar"));
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IOException("the driver of PostgreSQL is not to be found", e);
        }
    }

    /**
     * Lets users work on a row's servers.
     *
     * @param users a server
     * @param work how often each page is composed
     * @param thinkMillis mean time to think
     */
    UsersSample turn(
            UsersRow row,
            int folders,
            int users,
            int work,
            double thinkMillis,
            double warmUp,
            double seconds,
            long seed)
            throws IOException, InterruptedException {
        List<ServerProcess> servers = pair(row).servers();
        Process load = ChildProcesses.start(new ProcessBuilder(
                        Servers.java(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UsersLoad.class.getName(),
                        servers.stream()
                                .map(server -> String.valueOf(server.port()))
                                .collect(Collectors.joining(",")),
                        '/' + row.store(),
                        String.valueOf(folders),
                        String.valueOf(users * servers.size()),
                        String.valueOf(thinkMillis),
                        String.valueOf(warmUp),
                        String.valueOf(seconds),
                        String.valueOf(seed),
                        String.valueOf(work))
                .redirectError(ProcessBuilder.Redirect.INHERIT));
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(load.getInputStream(), StandardCharsets.US_ASCII))) {
            if (!"ready".equals(said.readLine())) {
                throw new IOException("the users of " + row.id() + " failed before it was measured");
            }
            GcTime gcBefore = GcTime.of(servers);
            Thread.sleep(SETTLE_MILLIS); // to ask took processor time from the users
            MachineUse before = MachineUse.of(servers, beside());
            tell(load);
            String result = said.readLine();
            MachineUse used = MachineUse.of(servers, beside()).since(before);
            if (result == null) {
                throw new IOException("the users of " + row.id() + " failed");
            }
            double gc = GcTime.of(servers).millisPerSecondSince(gcBefore);
            tell(load);
            load.waitFor();
            return new UsersSample(users, UsersResult.parse(result), used, gc);
        } finally {
            // Where something failed it may still wait to be let go.
            load.destroyForcibly().waitFor();
        }
    }

    private static void tell(Process load) throws IOException {
        load.getOutputStream().write('\n');
        load.getOutputStream().flush();
    }

    private List<Long> beside() {
        GridProcess cache = grid;
        return cache == null ? List.of() : List.of(cache.pid());
    }

    private SessionPair pair(UsersRow row) {
        SessionPair pair = pairs.get(row.heapMebibytes());
        if (pair == null) {
            throw new IllegalArgumentException("no servers were started for " + row.id());
        }
        return pair;
    }

    @Override
    public void close() {
        pairs.values().forEach(SessionPair::close);
        GridProcess cache = grid;
        if (cache != null) {
            cache.close();
        }
        EmbeddedPostgres postgres = database;
        if (postgres != null) {
            try {
                postgres.close();
            } catch (IOException e) {
                System.err.println("the database does not stop: " + e);
            }
        }
    }
}
