package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Operations on one cache over Hot Rod, by memcached's text protocol and by REST, on Keelson and on a standalone Infinispan server in turns
 * in one run, each turn from a client JVM that is started for it. Run it with {@code perf/run grid}; see perf/README.md.
 */
public final class GridStudy {
    private static final List<String> JVM = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");
    private static final List<String> WAYS = List.of("hot-rod", "memcached", "rest");
    private static final String USER = "perf";
    private static final String PASSWORD = "a-password-of-a-study";
    private static final String INFINISPAN = """
            <infinispan xmlns="urn:infinispan:config:16.0">
              <cache-container name="default" statistics="true">
                <local-cache name="demo" statistics="true"><encoding media-type="text/plain"/></local-cache>
              </cache-container>
              <server xmlns="urn:infinispan:server:16.0">
                <interfaces><interface name="public"><inet-address value="127.0.0.1"/></interface></interfaces>
                <socket-bindings default-interface="public" port-offset="0">
                  <socket-binding name="default" port="%d"/>
                  <socket-binding name="memcached" port="%d"/>
                </socket-bindings>
                <endpoints>
                  <endpoint socket-binding="default"><hotrod-connector/><rest-connector/></endpoint>
                  <endpoint socket-binding="memcached">
                    <rest-connector name="beside"/>
                    <memcached-connector cache="demo" protocol="TEXT"/>
                  </endpoint>
                </endpoints>
              </server>
            </infinispan>
            """;
    private static final String LOG4J = """
            <Configuration status="WARN"><Appenders><Console name="out"><PatternLayout pattern="%d %p %m%n"/></Console></Appenders>
            <Loggers><Root level="WARN"><AppenderRef ref="out"/></Root></Loggers></Configuration>
            """;

    private final Path distribution;
    private final Path libraries;
    private final Path work;
    private final Options options;
    private final StudyServers servers;

    private GridStudy(Path distribution, Path libraries, Path work, Options options) {
        this.distribution = distribution;
        this.libraries = libraries;
        this.work = work;
        this.options = options;
        this.servers = new StudyServers(work, "/rest/v2/caches/demo?action=size");
    }

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("ways", String.join(",", WAYS));
        defaults.put("threads", "16");
        defaults.put("warm-up", "10");
        defaults.put("seconds", "15");
        defaults.put("rounds", "5");
        defaults.put("seed", "1");
        defaults.put("out", "studies");
        return defaults;
    }

    /** Arguments: distribution, work directory, options; {@code --quick} is two short rounds. See perf/README.md. */
    public static void main(String[] args) throws Exception {
        new StudyCommand("grid", defaults(), List.of("--rounds", "2", "--warm-up", "5", "--seconds", "5"))
                .run(args, 2, options -> study(args, options));
    }

    private static void study(String[] args, Options options) throws Exception {
        Path libraries = Path.of(System.getProperty("keelson.perf.grid-server", "perf/grid-server/target/libraries"));
        GridStudy study = new GridStudy(
                Path.of(args[0]).toRealPath(),
                libraries.toRealPath(),
                Path.of(args[1]).toRealPath(),
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
     * @param ports by the ways
     * @param login user and password for Hot Rod; empty where it wants none
     */
    private record Contestant(ServerProcess server, Map<String, Integer> ports, List<String> login) {}

    private static String way(String text) {
        if (!WAYS.contains(text)) {
            throw new IllegalArgumentException("not a way: " + text + "; ways are " + String.join(", ", WAYS));
        }
        return text;
    }

    private void run(Path out) throws Exception {
        List<Contestant> contestants = List.of(keelson(), infinispan());
        int rounds = options.number("rounds");
        RemoteReport report = new RemoteReport(
                String.format(
                        Locale.ROOT,
                        "%s. %d threads, 80 reads and 20 writes in a hundred, 10,000 entries of 100 bytes in the memory of one server, %s s"
                                + " after %s s to warm up, %d rounds in turns, JDK %s, servers %s, %d processors. Infinispan's server is"
                                + " 16.0.7, the last one on Maven Central. Its clients log in with no password; Keelson's do over Hot Rod.",
                        LocalDate.now(ZoneOffset.UTC),
                        options.number("threads"),
                        options.text("seconds"),
                        options.text("warm-up"),
                        rounds,
                        System.getProperty("java.runtime.version"),
                        String.join(" ", JVM),
                        Runtime.getRuntime().availableProcessors()),
                Long.parseLong(options.text("seed")));
        for (String way : options.list("ways", GridStudy::way)) {
            Map<String, List<RemoteSample>> samples = new LinkedHashMap<>();
            for (int round = 1; round <= rounds; round++) {
                for (Contestant contestant : contestants) {
                    RemoteSample sample = turn(contestant, way);
                    samples.computeIfAbsent(contestant.server().name(), name -> new ArrayList<>())
                            .add(sample);
                    System.err.printf(
                            Locale.ROOT,
                            "%s, round %d of %d, %s: %.0f operations/s, %.2f CPU s of the server, %d failures%n",
                            way,
                            round,
                            rounds,
                            contestant.server().name(),
                            sample.callsPerSecond(),
                            sample.cpu(),
                            sample.failures());
                }
            }
            report.add(way, samples);
        }
        Files.writeString(out.resolve("grid.md"), report.markdown());
        Files.writeString(out.resolve("grid.csv"), report.csv());
        Files.writeString(out.resolve("grid.svg"), report.svg("A cache by its protocols"));
        System.out.println(report.markdown());
        System.err.println("written to " + out);
    }

    private RemoteSample turn(Contestant contestant, String way) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                way,
                options.text("threads"),
                options.text("warm-up"),
                options.text("seconds"),
                String.valueOf(contestant.ports().get(way))));
        if (way.equals("hot-rod")) {
            arguments.addAll(contestant.login());
        }
        return ClientTurn.run(
                contestant.server(), work, List.of(libraries.resolve("*").toString()), GridLoad.class, arguments);
    }

    private Contestant keelson() throws IOException, InterruptedException {
        int port = FreePorts.one();
        int grid = FreePorts.one();
        Path log = work.resolve("create.log");
        KeelsonDomain domain = KeelsonDomain.create(distribution, work.resolve("domain"), 0, log);
        domain.ofAdminServer("channels: {grid: {listen-port: " + grid + ", protocols: [hot-rod, memcached]}}");
        domain.add("""

                caches:
                  demo: {mode: local, writers: [everyone]}
                grid:
                  rest-enabled: true
                """);
        Path password = Files.writeString(work.resolve("password"), PASSWORD + "\n");
        Process user = new ProcessBuilder(
                        distribution.resolve("bin/keelson").toString(),
                        "user",
                        "add",
                        USER,
                        "--password-file",
                        password.toString(),
                        "--domain",
                        domain.directory().toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        if (user.waitFor() != 0) {
            throw new IOException("the user of the study cannot be made; see " + log);
        }
        ServerProcess server = servers.start(
                "keelson",
                port,
                domain.start(),
                KeelsonDomain.environment(String.join(" ", JVM) + " -Dkeelson.ListenPort=" + port));
        return new Contestant(
                server, Map.of("hot-rod", grid, "memcached", grid, "rest", port), List.of(USER, PASSWORD));
    }

    private Contestant infinispan() throws IOException, InterruptedException {
        int port = FreePorts.one();
        int memcached = FreePorts.one();
        Path home = work.resolve("infinispan");
        for (String directory : List.of("conf", "data", "log", "lib")) {
            Files.createDirectories(home.resolve("server").resolve(directory));
        }
        Path conf = home.resolve("server/conf");
        Files.writeString(conf.resolve("study.xml"), String.format(Locale.ROOT, INFINISPAN, port, memcached));
        Files.writeString(conf.resolve("log4j2.xml"), LOG4J);
        List<String> command = new ArrayList<>(List.of(Servers.java()));
        command.addAll(JVM);
        command.addAll(List.of(
                "-Dinfinispan.server.home.path=" + home,
                "-cp",
                libraries.resolve("*").toString(),
                "org.infinispan.server.Bootstrap",
                "-c",
                "study.xml"));
        ServerProcess server = servers.start("infinispan", port, command, Map.of());
        return new Contestant(server, Map.of("hot-rod", port, "memcached", memcached, "rest", port), List.of());
    }
}
