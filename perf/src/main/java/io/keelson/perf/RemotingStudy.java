package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Study of the costs of a remote call: an object on Keelson by its own protocol beside a stateless bean on WildFly by EJB remoting, in
 * turns in one run, each turn from a client JVM that is started for it. Run it with {@code perf/run remoting}; see perf/README.md.
 */
public final class RemotingStudy {
    private static final List<String> JVM = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");

    private final Path distribution;
    private final Path wildfly;
    private final Path work;
    private final Options options;
    private final StudyServers servers;

    private RemotingStudy(Path distribution, Path wildfly, Path work, Options options) {
        this.distribution = distribution;
        this.wildfly = wildfly;
        this.work = work;
        this.options = options;
        this.servers = new StudyServers(work, EchoWar.READY);
    }

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("rows", "fresh,text,64,65536");
        defaults.put("threads", "20");
        defaults.put("calls", "10000");
        defaults.put("rounds", "3");
        defaults.put("warm-up", "20");
        defaults.put("seconds", "60");
        defaults.put("seed", "1");
        defaults.put("out", "studies");
        return defaults;
    }

    /** Arguments: distribution, home of WildFly, work directory, options; see perf/README.md. */
    public static void main(String[] args) throws Exception {
        new StudyCommand("remoting", defaults()).run(args, 3, options -> study(args, options));
    }

    private static void study(String[] args, Options options) throws Exception {
        RemotingStudy study = new RemotingStudy(
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
     * @param name what they call there
     * @param library their jar
     */
    private record Contestant(ServerProcess server, String factory, String url, String name, Path library) {}

    private void run(Path out) throws Exception {
        List<Contestant> contestants = List.of(keelson(), wildfly());
        int rounds = options.number("rounds");
        RemoteReport report = new RemoteReport(
                String.format(
                        Locale.ROOT,
                        "%d threads, %d rounds in turns, JDK %s, servers %s, %d processors; fresh: %d calls of each thread from the"
                                + " first one on; else %s s after %s s to warm up",
                        options.number("threads"),
                        rounds,
                        System.getProperty("java.runtime.version"),
                        String.join(" ", JVM),
                        Runtime.getRuntime().availableProcessors(),
                        options.number("calls"),
                        options.text("seconds"),
                        options.text("warm-up")),
                Long.parseLong(options.text("seed")));
        for (String row : options.list("rows", RemotingStudy::row)) {
            Map<String, List<RemoteSample>> samples = new LinkedHashMap<>();
            for (int round = 1; round <= rounds; round++) {
                for (Contestant contestant : contestants) {
                    RemoteSample sample = turn(contestant, row);
                    samples.computeIfAbsent(contestant.server().name(), name -> new ArrayList<>())
                            .add(sample);
                    System.err.printf(
                            Locale.ROOT,
                            "%s, round %d of %d, %s: %.0f calls/s, %.1f CPU s for a million%n",
                            row,
                            round,
                            rounds,
                            contestant.server().name(),
                            sample.callsPerSecond(),
                            sample.cpuPerMillion());
                }
            }
            report.add(title(row), samples);
        }
        Files.writeString(out.resolve("remoting.md"), report.markdown());
        Files.writeString(out.resolve("remoting.csv"), report.csv());
        System.out.println(report.markdown());
        System.err.println("written to " + out);
    }

    /** {@code fresh}, {@code text}, or a number of bytes. */
    private static String row(String text) {
        if (!text.equals("fresh") && !text.equals("text") && !text.matches("[1-9][0-9]{0,6}")) {
            throw new IllegalArgumentException("not a row: " + text + "; rows are fresh, text, or a number of bytes");
        }
        return text;
    }

    private static String title(String row) {
        return switch (row) {
            case "fresh" -> "short text, fresh client";
            case "text" -> "short text, warmed";
            default -> row + " bytes, warmed";
        };
    }

    private RemoteSample turn(Contestant contestant, String row) throws IOException, InterruptedException {
        boolean fresh = row.equals("fresh");
        return ClientTurn.run(
                contestant.server(),
                work,
                List.of(contestant.library().toString()),
                RemoteLoad.class,
                List.of(
                        contestant.factory(),
                        contestant.url(),
                        contestant.name(),
                        options.text("threads"),
                        fresh || row.equals("text") ? "0" : row,
                        fresh ? options.text("calls") : "0",
                        options.text("warm-up"),
                        options.text("seconds")));
    }

    private Contestant keelson() throws IOException, InterruptedException {
        int port = FreePorts.one();
        KeelsonDomain domain =
                KeelsonDomain.create(distribution, work.resolve("domain"), 0, work.resolve("create.log"));
        EchoWar.writeForKeelson(domain.directory().resolve("autodeploy/echo.war"));
        ServerProcess server = servers.start(
                "keelson",
                port,
                domain.start(),
                KeelsonDomain.environment(String.join(" ", JVM) + " -Dkeelson.ListenPort=" + port));
        return new Contestant(
                server,
                "io.keelson.client.ContextFactory",
                "keelson://127.0.0.1:" + port,
                RemoteEchoBinder.NAME,
                distribution.resolve("client/keelson-client.jar"));
    }

    /** The distribution as it comes, its own web profile; users of this machine are let in as its client does by default. */
    private Contestant wildfly() throws IOException, InterruptedException {
        int port = FreePorts.one();
        WildFlyServer base = WildFlyServer.create(wildfly, work.resolve("wildfly"));
        EchoWar.writeForWildFly(base.deployments().resolve("echo.war"));
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
                EchoWar.BEAN,
                wildfly.resolve("bin/client/jboss-client.jar"));
    }
}
