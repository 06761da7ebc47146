package io.keelson.perf;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Costs of a transaction within the server, on Keelson and on WildFly in turns in one run with the same WAR. Run it with
 * {@code perf/run transactions}; see perf/README.md.
 */
public final class TransactionsStudy implements AutoCloseable {
    private static final List<String> JVM = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");
    private static final int BATCHES = 11;

    private final Path distribution;
    private final Path wildfly;
    private final Path work;
    private final Options options;
    private final StudyServers servers;
    private final List<EmbeddedPostgres> databases = new ArrayList<>();
    private long committed;

    private TransactionsStudy(Path distribution, Path wildfly, Path work, Options options) {
        this.distribution = distribution;
        this.wildfly = wildfly;
        this.work = work;
        this.options = options;
        this.servers = new StudyServers(work, TransactionsWar.READY);
    }

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put(
                "rows",
                Arrays.stream(TransactionRow.values()).map(TransactionRow::id).collect(Collectors.joining(",")));
        defaults.put("servers", "keelson,wildfly");
        defaults.put("threads", "1,8");
        defaults.put("rounds", "5");
        defaults.put("warm-up", "10");
        defaults.put("calls", "50000");
        defaults.put("seconds", "5");
        defaults.put("seed", "1");
        defaults.put("out", "studies");
        return defaults;
    }

    /** Arguments: distribution, home of WildFly, work directory, options; {@code --quick} is two short rounds. See perf/README.md. */
    public static void main(String[] args) throws Exception {
        new StudyCommand(
                        "transactions",
                        defaults(),
                        List.of("--rounds", "2", "--warm-up", "4", "--calls", "10000", "--seconds", "2"))
                .run(args, 3, options -> study(args, options));
    }

    private static void study(String[] args, Options options) throws Exception {
        try (TransactionsStudy study = new TransactionsStudy(
                Path.of(args[0]).toRealPath(),
                Path.of(args[1]).toRealPath(),
                Path.of(args[2]).toRealPath(),
                options)) {
            study.run(Files.createDirectories(Path.of(options.text("out")).toAbsolutePath()));
        }
    }

    private static String server(String name) {
        if (!List.of("keelson", "wildfly").contains(name)) {
            throw new IllegalArgumentException("no server is called " + name + "; there are keelson and wildfly");
        }
        return name;
    }

    private void run(Path out) throws Exception {
        List<TransactionRow> rows = options.list("rows", TransactionRow::of);
        List<Integer> threads = options.list("threads", Integer::valueOf);
        List<String> names = options.list("servers", TransactionsStudy::server);
        if (rows.contains(TransactionRow.TWO)) {
            startDatabases();
        }
        List<ServerProcess> running = new ArrayList<>();
        for (String name : names) {
            running.add(name.equals("keelson") ? keelson() : wildfly());
        }
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        TransactionsReport report = new TransactionsReport(conditions(load), Long.parseLong(options.text("seed")));
        for (TransactionRow row : rows) {
            if (row == TransactionRow.TWO) {
                for (int count : threads) {
                    report.add(count, rates(running, count));
                }
            } else {
                report.add(row, costs(running, row));
            }
        }
        Files.writeString(out.resolve("transactions.md"), report.markdown());
        Files.writeString(out.resolve("transactions.csv"), report.csv());
        System.out.println(report.markdown());
        System.err.println("written to " + out);
    }

    private String conditions(double load) throws IOException {
        return String.format(
                Locale.ROOT,
                "%s. %d rounds in turns, one thread but for two databases; medians of %d batches of %s calls after %s s of"
                        + " warm-up; two databases: %s s a turn. JDK %s, servers %s, %d processors (%s), Linux %s, load %.1f before"
                        + " the first turn; Keelson as built %s.",
                LocalDate.now(),
                options.number("rounds"),
                BATCHES,
                options.text("calls"),
                options.text("warm-up"),
                options.text("seconds"),
                System.getProperty("java.runtime.version"),
                String.join(" ", JVM),
                Runtime.getRuntime().availableProcessors(),
                processor(),
                System.getProperty("os.version"),
                load,
                Files.getLastModifiedTime(distribution.resolve("lib")));
    }

    private static String processor() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        }
    }

    // ---- calls -----------------------------------------------------------------------------------------------------

    private Map<String, List<CallCosts>> costs(List<ServerProcess> running, TransactionRow row)
            throws IOException, InterruptedException {
        Map<String, List<CallCosts>> turns = new LinkedHashMap<>();
        int rounds = options.number("rounds");
        for (int round = 1; round <= rounds; round++) {
            for (ServerProcess server : running) {
                // The code is compiled by the first turn; those after it warm the processor.
                double warm = round == 1 ? options.decimal("warm-up") : Math.min(1, options.decimal("warm-up"));
                CallCosts costs = CallCosts.parse(ask(
                        server,
                        String.format(
                                Locale.ROOT,
                                "row=%s&warm=%s&batches=%d&calls=%s",
                                row.id(),
                                warm,
                                BATCHES,
                                options.text("calls"))));
                turns.computeIfAbsent(server.name(), name -> new ArrayList<>()).add(costs);
                System.err.printf(
                        Locale.ROOT,
                        "%s, round %d of %d, %s: %.0f ns and %.0f bytes more%n",
                        row.id(),
                        round,
                        rounds,
                        server.name(),
                        costs.more(),
                        costs.moreBytes());
            }
        }
        return turns;
    }

    private static String ask(ServerProcess server, String query) throws IOException {
        URI uri = URI.create("http://127.0.0.1:" + server.port() + TransactionsWar.MEASURE + "?" + query);
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setReadTimeout(300_000);
        if (connection.getResponseCode() != 200) {
            throw new IOException(server.name() + " answers " + query + " with " + connection.getResponseCode());
        }
        try (InputStream in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    // ---- two databases ---------------------------------------------------------------------------------------------

    private Map<String, List<TransactionRate>> rates(List<ServerProcess> running, int threads) throws Exception {
        Map<String, List<TransactionRate>> turns = new LinkedHashMap<>();
        for (ServerProcess server : running) {
            TransactionRate unused = rate(server, threads, options.text("warm-up"));
        }
        int rounds = options.number("rounds");
        for (int round = 1; round <= rounds; round++) {
            for (ServerProcess server : running) {
                TransactionRate rate = rate(server, threads, options.text("seconds"));
                turns.computeIfAbsent(server.name(), name -> new ArrayList<>()).add(rate);
                System.err.printf(
                        Locale.ROOT,
                        "two databases, %d threads, round %d of %d, %s: %.0f transactions/s%n",
                        threads,
                        round,
                        rounds,
                        server.name(),
                        rate.perSecond());
            }
        }
        return turns;
    }

    private TransactionRate rate(ServerProcess server, int threads, String seconds) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        try {
            double before = server.cpuSeconds();
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                answers.add(callers.submit(() -> ask(server, "row=two&seconds=" + seconds)));
            }
            double perSecond = 0;
            long count = 0;
            for (Future<String> answer : answers) {
                String[] fields = answer.get().split(" ");
                count += Long.parseLong(fields[0]);
                perSecond += Long.parseLong(fields[0]) / Double.parseDouble(fields[1]);
            }
            double cpu = (server.cpuSeconds() - before) * 1e6 / Math.max(1, count);
            committed += count;
            check(server);
            return new TransactionRate(perSecond, cpu);
        } finally {
            callers.shutdownNow();
        }
    }

    /** Looks that each database has exactly what was committed, and nothing prepared. */
    private void check(ServerProcess server) throws SQLException, IOException {
        for (EmbeddedPostgres database : databases) {
            long changes = number(database, "select sum(changes) from account");
            long prepared = number(database, "select count(*) from pg_prepared_xacts");
            if (changes != committed || prepared != 0) {
                throw new IOException("after " + server.name() + " a database has " + changes + " changes of "
                        + committed + ", and " + prepared + " prepared transactions");
            }
        }
    }

    private static long number(EmbeddedPostgres database, String query) throws SQLException {
        try (Connection connection = database.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        }
    }

    private void startDatabases() throws IOException, SQLException {
        for (String name : List.of("one", "two")) {
            EmbeddedPostgres database = EmbeddedPostgres.builder()
                    .setPGStartupWait(Duration.ofSeconds(60))
                    .setDataDirectory(work.resolve("postgres-" + name))
                    .setServerConfig("max_prepared_transactions", "100")
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .start();
            databases.add(database);
            try (Connection connection = database.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create table account (id integer primary key, changes integer not null)");
                statement.execute("insert into account select i, 0 from generate_series(0, "
                        + (TransactionsServlet.ROWS - 1) + ") i");
            }
        }
    }

    // ---- the servers -----------------------------------------------------------------------------------------------

    private List<Integer> ports() {
        return databases.stream().map(EmbeddedPostgres::getPort).toList();
    }

    private ServerProcess keelson() throws IOException, InterruptedException {
        int port = FreePorts.one();
        KeelsonDomain domain =
                KeelsonDomain.create(distribution, work.resolve("domain"), 0, work.resolve("create.log"));
        TransactionsWar.write(domain.directory().resolve("autodeploy/" + TransactionsWar.FILE), ports());
        return servers.start(
                "keelson",
                port,
                domain.start(),
                KeelsonDomain.environment(String.join(" ", JVM) + " -Dkeelson.ListenPort=" + port));
    }

    private ServerProcess wildfly() throws IOException, InterruptedException {
        int port = FreePorts.one();
        WildFlyServer base = WildFlyServer.create(wildfly, work.resolve("wildfly"));
        TransactionsWar.write(base.deployments().resolve(TransactionsWar.FILE), ports());
        List<String> command = base.command(
                JVM,
                List.of(
                        "-Djboss.http.port=" + port,
                        "-Djboss.https.port=" + FreePorts.one(),
                        "-Djboss.management.http.port=" + FreePorts.one()));
        return servers.start("wildfly", port, command, Map.of());
    }

    @Override
    public void close() throws IOException {
        servers.close();
        for (EmbeddedPostgres database : databases) {
            database.close();
        }
    }
}
