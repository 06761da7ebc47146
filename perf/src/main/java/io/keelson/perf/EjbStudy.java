package io.keelson.perf;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Costs of a call of a stateless bean, on Keelson and on WildFly in turns in one run with the same WAR: from a client JVM that is
 * started for each
 * turn, and in the server by the no-interface view of a bean with the attribute SUPPORTS. Run it with {@code perf/run ejb}; see
 * perf/README.md.
 */
public final class EjbStudy {
    private static final List<String> JVM = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");

    private final Path distribution;
    private final Path wildfly;
    private final Path work;
    private final Options options;
    private final StudyServers servers;

    private EjbStudy(Path distribution, Path wildfly, Path work, Options options) {
        this.distribution = distribution;
        this.wildfly = wildfly;
        this.work = work;
        this.options = options;
        this.servers = new StudyServers(work, EjbWar.READY);
    }

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("rows", "fresh,warmed,local,stateful,deploy");
        defaults.put("threads", "20");
        defaults.put("calls", "10000");
        defaults.put("rounds", "5");
        defaults.put("warm-up", "20");
        defaults.put("seconds", "20");
        defaults.put("beans", "1000");
        defaults.put("seed", "1");
        defaults.put("out", "studies");
        return defaults;
    }

    /** Arguments: distribution, home of WildFly, work directory, options; {@code --quick} is two short rounds. See perf/README.md. */
    public static void main(String[] args) throws Exception {
        new StudyCommand("ejb", defaults(), List.of("--rounds", "2", "--warm-up", "8", "--seconds", "5"))
                .run(args, 3, options -> study(args, options));
    }

    private static void study(String[] args, Options options) throws Exception {
        EjbStudy study = new EjbStudy(
                Path.of(args[0]).toRealPath(),
                Path.of(args[1]).toRealPath(),
                Path.of(args[2]).toRealPath(),
                options);
        try {
            study.run(Files.createDirectories(Path.of(options.text("out")).toAbsolutePath()));
        } finally {
            study.servers.close();
        }
    }

    /**
     * A server with what its clients need.
     *
     * @param factory the class of their context factory
     * @param url where they find it
     * @param library their jar
     */
    private record Contestant(ServerProcess server, String factory, String url, Path library) {}

    private static String row(String text) {
        if (!List.of("fresh", "warmed", "local", "stateful", "deploy").contains(text)) {
            throw new IllegalArgumentException(
                    "not a row: " + text + "; rows are fresh, warmed, local, stateful and deploy");
        }
        return text;
    }

    private void run(Path out) throws Exception {
        List<String> rows = options.list("rows", EjbStudy::row);
        boolean needed = rows.stream().anyMatch(List.of("fresh", "warmed", "local")::contains);
        List<Contestant> contestants = needed ? List.of(keelson(), wildfly()) : List.of();
        RemoteReport report = new RemoteReport(
                String.format(
                        Locale.ROOT,
                        "%s. A method of a stateless bean with a text and a text as its result, %d threads, %d rounds in turns, JDK %s,"
                                + " servers %s, %d processors. Fresh: %d calls of each thread from the first one on; warmed: %s s after"
                                + " %s s.",
                        LocalDate.now(),
                        options.number("threads"),
                        options.number("rounds"),
                        System.getProperty("java.runtime.version"),
                        String.join(" ", JVM),
                        Runtime.getRuntime().availableProcessors(),
                        options.number("calls"),
                        options.text("seconds"),
                        options.text("warm-up")),
                Long.parseLong(options.text("seed")));
        StudySetup setup = new StudySetup(distribution, wildfly, work, JVM, options);
        StringBuilder more = new StringBuilder();
        for (String row : rows) {
            switch (row) {
                case "local" -> more.append(local(contestants));
                case "stateful" -> more.append(new EjbStateful(setup).run(report));
                case "deploy" -> more.append(new EjbDeployment(setup).run());
                default -> report.add(row, remote(contestants, row));
            }
        }
        String markdown = report.markdown() + more;
        Files.writeString(out.resolve("ejb.md"), markdown);
        Files.writeString(out.resolve("ejb.csv"), report.csv());
        System.out.println(markdown);
        System.err.println("written to " + out);
    }

    private Map<String, List<RemoteSample>> remote(List<Contestant> contestants, String row) throws Exception {
        int rounds = options.number("rounds");
        Map<String, List<RemoteSample>> samples = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (Contestant contestant : contestants) {
                RemoteSample sample = turn(contestant, row.equals("fresh"));
                samples.computeIfAbsent(contestant.server().name(), name -> new ArrayList<>())
                        .add(sample);
                System.err.printf(
                        Locale.ROOT,
                        "%s, round %d of %d, %s: %.0f calls/s, %.1f CPU s for a million, %d failures%n",
                        row,
                        round,
                        rounds,
                        contestant.server().name(),
                        sample.callsPerSecond(),
                        sample.cpuPerMillion(),
                        sample.failures());
            }
        }
        return samples;
    }

    private RemoteSample turn(Contestant contestant, boolean fresh) throws IOException, InterruptedException {
        return ClientTurn.run(
                contestant.server(),
                work,
                List.of(contestant.library().toString()),
                RemoteLoad.class,
                List.of(
                        contestant.factory(),
                        contestant.url(),
                        EjbWar.BEAN,
                        options.text("threads"),
                        "0",
                        fresh ? options.text("calls") : "0",
                        options.text("warm-up"),
                        options.text("seconds")));
    }

    // ---- calls within the server -----------------------------------------------------------------------------------

    /**
     * A turn of the local loop.
     *
     * @param nanos of a call
     * @param bytes that the calling thread has allocated for it
     */
    private record LocalSample(double nanos, double bytes) {}

    private String local(List<Contestant> contestants) throws IOException {
        int rounds = options.number("rounds");
        Map<String, List<LocalSample>> samples = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (Contestant contestant : contestants) {
                LocalSample sample = loop(contestant.server());
                samples.computeIfAbsent(contestant.server().name(), name -> new ArrayList<>())
                        .add(sample);
                System.err.printf(
                        Locale.ROOT,
                        "local, round %d of %d, %s: %.1f ns and %.1f bytes a call%n",
                        round,
                        rounds,
                        contestant.server().name(),
                        sample.nanos(),
                        sample.bytes());
            }
        }
        StringBuilder table = new StringBuilder("\nA call within the server by a no-interface view, attribute SUPPORTS,"
                + " one thread, medians of the rounds:\n\n| Server | ns a call | bytes a call |\n|---|---|---|\n");
        samples.forEach((server, turns) -> table.append(String.format(
                Locale.ROOT,
                "| %s | %.0f | %.1f |%n",
                server,
                Statistics.median(nanos(turns)),
                Statistics.median(turns.stream().mapToDouble(LocalSample::bytes).toArray()))));
        table.append(String.format(
                Locale.ROOT,
                "| keelson / wildfly | %s | |%n",
                Statistics.ratio(
                        nanos(samples.getOrDefault("keelson", List.of())),
                        nanos(samples.getOrDefault("wildfly", List.of())),
                        Long.parseLong(options.text("seed")))));
        return table.toString();
    }

    private static double[] nanos(List<LocalSample> turns) {
        return turns.stream().mapToDouble(LocalSample::nanos).toArray();
    }

    private LocalSample loop(ServerProcess server) throws IOException {
        URI uri = URI.create("http://127.0.0.1:" + server.port() + EjbWar.LOCAL + "?warm="
                + Math.max(1, options.number("warm-up") / 4) + "&batches=11&calls=200000");
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setReadTimeout(300_000);
        try (InputStream in = connection.getInputStream()) {
            String[] fields = new String(in.readAllBytes(), StandardCharsets.US_ASCII).split(" ");
            return new LocalSample(Double.parseDouble(fields[0]), Double.parseDouble(fields[1]));
        }
    }

    // ---- the servers -----------------------------------------------------------------------------------------------

    private Contestant keelson() throws IOException, InterruptedException {
        int port = FreePorts.one();
        KeelsonDomain domain =
                KeelsonDomain.create(distribution, work.resolve("domain"), 0, work.resolve("create.log"));
        EjbWar.write(domain.directory().resolve("autodeploy/" + EjbWar.FILE));
        ServerProcess server = servers.start(
                "keelson",
                port,
                domain.start(),
                KeelsonDomain.environment(String.join(" ", JVM) + " -Dkeelson.ListenPort=" + port));
        return new Contestant(
                server,
                "io.keelson.client.ContextFactory",
                "keelson://127.0.0.1:" + port,
                distribution.resolve("client/keelson-client.jar"));
    }

    private Contestant wildfly() throws IOException, InterruptedException {
        int port = FreePorts.one();
        WildFlyServer base = WildFlyServer.create(wildfly, work.resolve("wildfly"));
        EjbWar.write(base.deployments().resolve(EjbWar.FILE));
        List<String> command = base.command(
                JVM,
                List.of(
                        "-Djboss.http.port=" + port,
                        "-Djboss.https.port=" + FreePorts.one(),
                        "-Djboss.management.http.port=" + FreePorts.one()));
        ServerProcess server = servers.start("wildfly", port, command, Map.of());
        return new Contestant(
                server,
                "org.wildfly.naming.client.WildFlyInitialContextFactory",
                "remote+http://127.0.0.1:" + port,
                wildfly.resolve("bin/client/jboss-client.jar"));
    }
}
