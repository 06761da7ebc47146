package io.keelson.perf;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Study of quotas, one-way sends and pipelining: messages of 1 KB that are not kept, producers and one consumer, in the four
 * configurations of the seed's study, beside Artemis without and with its own window and non-blocking sends. Run it with {@code perf/run
 * jms}; see perf/README.md.
 */
public final class JmsStudy {
    private static final List<String> JVM = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");
    private static final String QUOTA = "1000";
    private static final String PRODUCERS = "4";
    private static final String TOPIC = "topic=study-topic";
    private static final String DOMAIN = """

            jms-queues:
              plain: {}
              limited:
                messages-maximum: %1$s
              large:
                bytes-maximum: 64 MiB
            jms-topics:
              plain-topic: {}
              limited-topic:
                messages-maximum: %1$s
            jms-connection-factories:
              base:
                messages-maximum: 1
              one-way:
                messages-maximum: 1
                one-way-send-mode: queue-and-topic
                one-way-send-window-size: 300
              pipelining:
                messages-maximum: 300
                prefetch-mode: true
                one-way-send-mode: queue-and-topic
                one-way-send-window-size: 300
            """;

    private final Path distribution;
    private final Path artemis;
    private final Path work;
    private final Options options;
    private final List<ServerProcess> started = new ArrayList<>();

    private JmsStudy(Path distribution, Path artemis, Path work, Options options) {
        this.distribution = distribution;
        this.artemis = artemis;
        this.work = work;
        this.options = options;
    }

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("producers", "1,2,4,8");
        defaults.put("sizes", "1,10,50,100,300,1000,3000");
        defaults.put("stores", String.join(",", JmsStores.ALL));
        defaults.put("rounds", "5");
        defaults.put("server-warm", "10");
        defaults.put("warm", "2");
        defaults.put("seconds", "5");
        defaults.put("out", "studies");
        return defaults;
    }

    /** Arguments: distribution, home of Artemis, work directory, options; {@code --quick} takes under five minutes. See perf/README.md. */
    public static void main(String[] args) throws Exception {
        new StudyCommand(
                        "jms",
                        defaults(),
                        List.of(
                                "--rounds",
                                "1",
                                "--producers",
                                "1,4",
                                "--sizes",
                                "1,100,1000",
                                "--stores",
                                "file",
                                "--server-warm",
                                "4",
                                "--warm",
                                "1",
                                "--seconds",
                                "2"))
                .run(args, 3, options -> study(args, options));
    }

    private static void study(String[] args, Options options) throws Exception {
        Path distribution = Path.of(args[0]).toRealPath();
        Path work = Path.of(args[2]).toRealPath();
        JmsStudy study = new JmsStudy(distribution, Path.of(args[1]).toRealPath(), work, options);
        try (JmsStores stores = new JmsStores(distribution, work, JVM)) {
            study.run(
                    stores, Files.createDirectories(Path.of(options.text("out")).toAbsolutePath()));
        } finally {
            study.started.forEach(ServerProcess::close);
        }
    }

    /**
     * A row of the table.
     *
     * @param servers whose processor time counts, first the one that clients are given
     * @param library what the client needs beside its own classes
     * @param arguments of {@link JmsLoad}
     * @param producers how many, with commas
     */
    private record Row(
            String name, List<ServerProcess> servers, String library, List<String> arguments, String producers) {
        double cpuSeconds() {
            return servers.stream().mapToDouble(ServerProcess::cpuSeconds).sum();
        }
    }

    /** A cell of the table: messages a second. */
    private record Cell(double rate) {}

    private void run(JmsStores stores, Path out) throws Exception {
        List<Row> rows = new ArrayList<>(rowsOfKeelson());
        rows.addAll(artemis());
        List<Row> more = new ArrayList<>(subscribers());
        for (String size : options.text("sizes").split(",")) {
            more.addAll(sized(Integer.parseInt(size)));
        }
        List<Row> kept = kept(stores);
        more.addAll(kept);
        int rounds = options.number("rounds");
        Map<String, List<Cell>> cells = new LinkedHashMap<>();
        Map<String, List<Double>> costs = new LinkedHashMap<>();
        warmServers(Stream.concat(rows.stream(), more.stream()).toList());
        for (int round = 1; round <= rounds; round++) {
            for (Row row : rows) {
                turn(row, cells, costs);
                System.err.printf(Locale.ROOT, "round %d of %d, %s%n", round, rounds, row.name());
            }
            for (Row row : more) {
                turn(row, cells, costs);
                System.err.printf(Locale.ROOT, "round %d of %d, %s%n", round, rounds, row.name());
            }
        }
        String markdown =
                markdown(rows, cells, costs) + subscribers(cells) + sizes(cells) + keptTable(kept, cells, costs);
        Files.writeString(out.resolve("jms.md"), markdown);
        Files.writeString(out.resolve("jms.csv"), csv(cells));
        Files.writeString(out.resolve("jms.svg"), JmsChart.svg(csv(cells)));
        System.out.println(markdown);
        System.err.println("written to " + out);
    }

    /**
     * Loads each server before anything counts, with its first row of messages that are kept and of those that are not, so that no row
     * meets a cold server. Only the largest number of producers on the queue.
     */
    private void warmServers(List<Row> rows) throws IOException, InterruptedException {
        Set<String> warmed = new HashSet<>();
        for (Row row : rows) {
            List<String> arguments = row.arguments().stream()
                    .filter(each -> !each.startsWith("topic=")
                            || row.arguments().stream().noneMatch(other -> other.startsWith("queue=")))
                    .toList();
            if (warmed.add(row.servers() + " " + arguments.contains("persistent=true"))) {
                String most = row.producers().substring(row.producers().lastIndexOf(',') + 1);
                turn(
                        new Row(row.name(), row.servers(), row.library(), arguments, most),
                        options.text("server-warm"),
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>());
                System.err.println("warmed by " + row.name());
            }
        }
    }

    private void turn(Row row, Map<String, List<Cell>> cells, Map<String, List<Double>> costs)
            throws IOException, InterruptedException {
        turn(row, options.text("warm"), cells, costs);
    }

    private void turn(Row row, String warm, Map<String, List<Cell>> cells, Map<String, List<Double>> costs)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Servers.java()));
        command.addAll(List.of(
                "-Xms512m",
                "-Xmx512m",
                "-XX:+UseG1GC",
                "-cp",
                ClientTurn.ownClasses() + File.pathSeparator + row.library()));
        command.add(JmsLoad.class.getName());
        command.addAll(row.arguments());
        command.addAll(List.of("producers=" + row.producers(), "warm=" + warm, "seconds=" + options.text("seconds")));
        Path errors = work.resolve("client.log");
        double before = row.cpuSeconds();
        Process client = ChildProcesses.start(
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile())));
        double messages = 0;
        int seen = 0;
        try (BufferedReader lines = client.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                if (words[0].equals("CELL")) {
                    double rate = Long.parseLong(words[3]) / Double.parseDouble(words[5]);
                    messages += rate * (Double.parseDouble(words[5]) + Double.parseDouble(warm));
                    cells.computeIfAbsent(key(row.name(), words[1], words[2]), key -> new ArrayList<>())
                            .add(new Cell(rate));
                    seen++;
                }
            }
        } finally {
            if (!client.waitFor(30, TimeUnit.SECONDS)) {
                client.destroyForcibly();
            }
        }
        if (seen == 0) {
            throw new IOException("the client of " + row.name() + " failed: "
                    + Files.readString(errors).lines().limit(8).toList());
        }
        costs.computeIfAbsent(row.name(), name -> new ArrayList<>()).add((row.cpuSeconds() - before) * 1e6 / messages);
    }

    private static String key(String row, String kind, String producers) {
        return row + "|" + kind + "|" + producers;
    }

    private static double median(List<Double> all) {
        List<Double> sorted = all.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private String markdown(List<Row> rows, Map<String, List<Cell>> cells, Map<String, List<Double>> costs) {
        StringBuilder table = new StringBuilder();
        table.append(String.format(
                Locale.ROOT,
                "Messages a second that one synchronous consumer with AUTO_ACKNOWLEDGE received: 1 KB, "
                        + "not persistent, medians of %s rounds of %s s"
                        + " after %s s, each server warmed before. JDK %s, servers %s, %d processors; everything on one machine. Costs are the "
                        + "broker's processor time for a"
                        + " message, in us, over the whole turn.%n%n",
                options.text("rounds"),
                options.text("seconds"),
                options.text("warm"),
                System.getProperty("java.runtime.version"),
                String.join(" ", JVM),
                Runtime.getRuntime().availableProcessors()));
        List<String> producers = List.of(options.text("producers").split(","));
        table.append("| Configuration |");
        for (String kind : List.of("queue", "topic")) {
            producers.forEach(each ->
                    table.append(" ").append(kind).append(", ").append(each).append(" |"));
        }
        table.append(" cost |\n|---|")
                .append("---|".repeat(2 * producers.size() + 1))
                .append('\n');
        for (Row row : rows) {
            table.append("| ").append(row.name()).append(" |");
            for (String kind : List.of("queue", "topic")) {
                for (String each : producers) {
                    List<Cell> found = cells.getOrDefault(key(row.name(), kind, each), List.of());
                    table.append(
                            found.isEmpty()
                                    ? " - |"
                                    : String.format(
                                            Locale.ROOT,
                                            " %,.0f |",
                                            median(found.stream()
                                                    .map(Cell::rate)
                                                    .toList())));
                }
            }
            table.append(String.format(Locale.ROOT, " %.0f |%n", median(costs.getOrDefault(row.name(), List.of(0.0)))));
        }
        return table.toString();
    }

    /** One row a server for a topic with one more subscriber: what the first one sees of it. */
    private List<Row> subscribers() {
        return List.of(
                row("one subscriber", keelson(), "pipelining", PRODUCERS, List.of("topic=jms/limited-topic")),
                row(
                        "two subscribers",
                        keelson(),
                        "pipelining",
                        PRODUCERS,
                        List.of("topic=jms/limited-topic", "others=1")));
    }

    private static String subscribers(Map<String, List<Cell>> cells) {
        StringBuilder table = new StringBuilder(
                "\nMessages a second to the first subscriber of a topic, four producers, with pipelining:\n\n");
        table.append("| | Messages a second |\n|---|---|\n");
        for (String name : List.of("one subscriber", "two subscribers")) {
            table.append(String.format(
                    Locale.ROOT, "| %s | %,.0f |%n", name, median(rates(cells, key(name, "topic", PRODUCERS)))));
        }
        return table.toString();
    }

    /** Two rows for a size of bodies: without and with a pipeline, on a queue that is bounded by bytes. */
    private List<Row> sized(int kilobytes) {
        List<String> queue = List.of("queue=jms/large", "size=" + kilobytes * 1024);
        return List.of(
                row("one-way " + kilobytes, keelson(), "one-way", PRODUCERS, queue),
                row("pipelining " + kilobytes, keelson(), "pipelining", PRODUCERS, queue));
    }

    private String sizes(Map<String, List<Cell>> cells) {
        StringBuilder table = new StringBuilder(
                "\nWhere a pipeline stops to pay: a queue with 64 MiB of room, four producers with one-way sends, MB a second:\n\n");
        table.append("| Body | Without a pipeline | With one of 300 | Ratio |\n|---|---|---|---|\n");
        for (String size : options.text("sizes").split(",")) {
            double without = median(rates(cells, key("one-way " + size, "queue", PRODUCERS)));
            double with = median(rates(cells, key("pipelining " + size, "queue", PRODUCERS)));
            double unit = Integer.parseInt(size) * 1024 / 1e6;
            table.append(String.format(
                    Locale.ROOT,
                    "| %s KB | %,.1f | %,.1f | %.2f |%n",
                    size,
                    without * unit,
                    with * unit,
                    with / without));
        }
        return table.toString();
    }

    /** A row for each message store, and one of Artemis's journal: a queue, messages that are on the disk before their sender hears. */
    private List<Row> kept(JmsStores stores) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (String store : options.text("stores").split(",")) {
            if (store.isBlank()) {
                continue;
            }
            List<ServerProcess> servers = stores.start(store);
            Row row = row(
                    "kept: " + store,
                    servers.get(0),
                    "pipeline",
                    options.text("producers"),
                    List.of("queue=jms/kept", "persistent=true"));
            rows.add(new Row(row.name(), servers, row.library(), row.arguments(), row.producers()));
        }
        if (!rows.isEmpty()) {
            rows.add(peer("kept: Artemis, NIO journal", started.get(1), "blockOnDurableSend=true", "persistent=true"));
        }
        return rows;
    }

    private String keptTable(List<Row> rows, Map<String, List<Cell>> cells, Map<String, List<Double>> costs) {
        if (rows.isEmpty()) {
            return "";
        }
        StringBuilder table = new StringBuilder(
                "\nPersistent messages of 1 KB a second through a queue to one consumer, by the number of producers; each send waits for"
                        + " the disk. Costs are of all servers that have a copy, without the database's processes:\n\n");
        List<String> producers = List.of(options.text("producers").split(","));
        table.append("| Store | ")
                .append(String.join(" | ", producers))
                .append(" | cost |\n|---|")
                .append("---|".repeat(producers.size() + 1))
                .append('\n');
        for (Row row : rows) {
            table.append("| ").append(row.name().substring("kept: ".length())).append(" |");
            producers.forEach(each -> table.append(String.format(
                    Locale.ROOT, " %,.0f |", median(rates(cells, key(row.name(), "queue", each))))));
            table.append(String.format(Locale.ROOT, " %.0f |%n", median(costs.getOrDefault(row.name(), List.of(0.0)))));
        }
        return table.toString();
    }

    private static List<Double> rates(Map<String, List<Cell>> cells, String key) {
        return cells.getOrDefault(key, List.of(new Cell(0))).stream()
                .map(Cell::rate)
                .toList();
    }

    private static String csv(Map<String, List<Cell>> cells) {
        StringBuilder csv = new StringBuilder("configuration,kind,producers,messages per second\n");
        cells.forEach((key, all) -> all.forEach(cell -> csv.append('"')
                .append(key.replaceFirst("\\|", "\",").replace('|', ','))
                .append(String.format(Locale.ROOT, ",%.1f%n", cell.rate()))));
        return csv.toString();
    }

    // ---- the servers -----------------------------------------------------------------------------------------------

    private ServerProcess keelson() {
        return started.get(0);
    }

    private List<Row> rowsOfKeelson() throws IOException, InterruptedException {
        int port = FreePorts.one();
        KeelsonDomain domain =
                KeelsonDomain.create(distribution, work.resolve("domain"), 0, work.resolve("create.log"));
        domain.add(String.format(Locale.ROOT, DOMAIN, QUOTA));
        URI ready = URI.create("http://127.0.0.1:" + port + "/management/v1/health/ready");
        ServerProcess server = ServerProcess.start(
                "keelson",
                port,
                () -> (HttpURLConnection) ready.toURL().openConnection(),
                domain.start(),
                KeelsonDomain.environment(String.join(" ", JVM) + " -Dkeelson.ListenPort=" + port),
                work.resolve("keelson.log"));
        started.add(server);
        return List.of(
                row("Keelson, base", server, "base", "plain"),
                row("+ quotas", server, "base", "limited"),
                row("+ one-way sends", server, "one-way", "limited"),
                row("+ pipelining", server, "pipelining", "limited"));
    }

    private Row row(String name, ServerProcess server, String factory, String destination) {
        return row(
                name,
                server,
                factory,
                options.text("producers"),
                List.of("queue=jms/" + destination, "topic=jms/" + destination + "-topic"));
    }

    private Row row(String name, ServerProcess server, String factory, String producers, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of(
                "env.java.naming.factory.initial=io.keelson.client.ContextFactory",
                "env.java.naming.provider.url=keelson://127.0.0.1:" + server.port(),
                "factory=jms/" + factory));
        arguments.addAll(more);
        return new Row(
                name,
                List.of(server),
                distribution.resolve("client/keelson-client.jar").toString(),
                arguments,
                producers);
    }

    private List<Row> artemis() throws IOException, InterruptedException {
        int port = FreePorts.one();
        Path instance = work.resolve("artemis");
        Process create = new ProcessBuilder(
                        artemis.resolve("bin/artemis").toString(),
                        "create",
                        instance.toString(),
                        "--user",
                        "a",
                        "--password",
                        "a",
                        "--allow-anonymous",
                        "--no-web",
                        "--nio",
                        "--host",
                        "127.0.0.1",
                        "--default-port",
                        String.valueOf(port),
                        "--no-amqp-acceptor",
                        "--no-mqtt-acceptor",
                        "--no-stomp-acceptor",
                        "--no-hornetq-acceptor",
                        "--java-options",
                        String.join(" ", JVM),
                        "--silent")
                .redirectErrorStream(true)
                .redirectOutput(work.resolve("artemis-create.log").toFile())
                .start();
        if (create.waitFor() != 0) {
            throw new IOException("no instance of Artemis; see " + work.resolve("artemis-create.log"));
        }
        ServerProcess server = ServerProcess.start(
                "artemis",
                port,
                () -> new OpenPort(port),
                List.of(instance.resolve("bin/artemis").toString(), "run"),
                Map.of(),
                work.resolve("artemis.log"));
        started.add(server);
        return List.of(
                peer("Artemis, blocking, no window", server, "blockOnNonDurableSend=true&consumerWindowSize=0", TOPIC),
                peer("Artemis, non-blocking, own window", server, "blockOnNonDurableSend=false", TOPIC));
    }

    /** A row of the broker of {@link #artemis()}; {@code more} are further arguments. */
    private Row peer(String name, ServerProcess server, String parameters, String more) {
        return new Row(
                name,
                List.of(server),
                System.getProperty("keelson.perf.artemis") + "/*",
                List.of(
                        "env.java.naming.factory.initial=org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory",
                        "env.connectionFactory.cf=tcp://127.0.0.1:" + server.port() + "?" + parameters,
                        "env.queue.study=study",
                        "env.topic.study-topic=study-topic",
                        "factory=cf",
                        "queue=study",
                        more),
                options.text("producers"));
    }

    /** A port that is asked whether somebody listens, as a request that answers 200. */
    private static final class OpenPort extends HttpURLConnection {
        private final int asked;

        OpenPort(int port) throws IOException {
            super(new URL("http://127.0.0.1:" + port));
            this.asked = port;
        }

        @Override
        public int getResponseCode() throws IOException {
            connect();
            return HTTP_OK;
        }

        @Override
        public void connect() throws IOException {
            new Socket("127.0.0.1", asked).close();
        }

        @Override
        public void disconnect() {
            // nothing stays open
        }

        @Override
        public boolean usingProxy() {
            return false;
        }
    }
}
