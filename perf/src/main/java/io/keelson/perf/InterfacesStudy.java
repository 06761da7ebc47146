package io.keelson.perf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Study of the costs of a call of one bean by each of its interfaces, on Keelson and on WildFly in turns in one run, each turn from
 * a client JVM that is started for it. The bean is {@code examples/hello-interfaces}, the same EAR on both. Run it with
 * {@code perf/run interfaces}; see perf/README.md.
 */
public final class InterfacesStudy {
    private static final List<String> JVM = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");
    private static final String EAR = "hello-interfaces.ear";
    private static final String VIEW = "io.keelson.examples.interfaces.HelloRemote";
    private static final String REST = "/hello-web/rest/hello/world";
    private static final String HOME = "io.keelson.examples.interfaces.HelloHome";
    private static final String HOME_NAME = "hello-interfaces/hello/Hello";
    private static final String BEAN = "ejb:hello-interfaces/hello/Hello!" + VIEW;

    private final Path distribution;
    private final Path wildfly;
    private final Path work;
    private final Options options;
    private final StudyServers servers;

    private InterfacesStudy(Path distribution, Path wildfly, Path work, Options options) {
        this.distribution = distribution;
        this.wildfly = wildfly;
        this.work = work;
        this.options = options;
        this.servers = new StudyServers(work, REST);
    }

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("ways", "native,iiop,soap,rest");
        defaults.put("threads", "20");
        defaults.put("calls", "10000");
        defaults.put("rounds", "5");
        defaults.put("seed", "1");
        defaults.put("out", "studies");
        return defaults;
    }

    /** Arguments: distribution, home of WildFly, work directory, options; {@code --quick} is two rounds. See perf/README.md. */
    public static void main(String[] args) throws Exception {
        new StudyCommand("interfaces", defaults(), List.of("--rounds", "2"))
                .run(args, 3, options -> study(args, options));
    }

    private static void study(String[] args, Options options) throws Exception {
        InterfacesStudy study = new InterfacesStudy(
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
     * @param names where they find its names by RMI-IIOP
     * @param soap the path of the endpoint
     * @param library their jar
     */
    private record Contestant(
            ServerProcess server, String factory, String url, String names, String soap, Path library) {}

    private static String way(String text) {
        if (!List.of("native", "iiop", "soap", "rest").contains(text)) {
            throw new IllegalArgumentException("not a way: " + text + "; ways are native, iiop, soap and rest");
        }
        return text;
    }

    private void run(Path out) throws Exception {
        Path ear = distribution.resolve("demo/" + EAR);
        Path views = work.resolve("hello.jar");
        try (ZipFile zip = new ZipFile(ear.toFile());
                InputStream jar = zip.getInputStream(zip.getEntry("hello.jar"))) {
            Files.copy(jar, views, StandardCopyOption.REPLACE_EXISTING);
        }
        List<Contestant> contestants = List.of(keelson(ear), wildfly(ear));
        int rounds = options.number("rounds");
        RemoteReport report = new RemoteReport(
                String.format(
                        Locale.ROOT,
                        "%d calls by %d threads of a fresh client from the first one on, %d rounds in turns, JDK %s, servers %s, %d"
                                + " processors. The seed's machine in 2013: native 3.5 s, SOAP 8.0 s, REST 16.1 s on one "
                                + "connection and 4.4 s on"
                                + " several.",
                        options.number("calls"),
                        options.number("threads"),
                        rounds,
                        System.getProperty("java.runtime.version"),
                        String.join(" ", JVM),
                        Runtime.getRuntime().availableProcessors()),
                Long.parseLong(options.text("seed")));
        for (String way : options.list("ways", InterfacesStudy::way)) {
            Map<String, List<RemoteSample>> samples = new LinkedHashMap<>();
            for (int round = 1; round <= rounds; round++) {
                for (Contestant contestant : contestants) {
                    RemoteSample sample = turn(contestant, way, views);
                    samples.computeIfAbsent(contestant.server().name(), name -> new ArrayList<>())
                            .add(sample);
                    System.err.printf(
                            Locale.ROOT,
                            "%s, round %d of %d, %s: %.2f s, %.2f CPU s of the server, %d failures%n",
                            way,
                            round,
                            rounds,
                            contestant.server().name(),
                            sample.seconds(),
                            sample.cpu(),
                            sample.failures());
                }
            }
            report.add(way, samples);
        }
        Files.writeString(out.resolve("interfaces.md"), report.markdown());
        Files.writeString(out.resolve("interfaces.csv"), report.csv());
        Files.writeString(out.resolve("interfaces.svg"), report.svg("One bean by its interfaces"));
        System.out.println(report.markdown());
        System.err.println("written to " + out);
    }

    private RemoteSample turn(Contestant contestant, String way, Path views) throws IOException, InterruptedException {
        List<String> libraries = new ArrayList<>(List.of(views.toString()));
        if (way.equals("iiop")) {
            libraries.addAll(broker());
        } else {
            libraries.add(contestant.library().toString());
        }
        List<String> arguments = new ArrayList<>(List.of(way, options.text("threads"), options.text("calls")));
        String http = "http://127.0.0.1:" + contestant.server().port();
        switch (way) {
            case "native" -> arguments.addAll(List.of(contestant.factory(), contestant.url(), BEAN, VIEW));
            case "iiop" ->
                arguments.addAll(List.of(
                        "com.sun.jndi.cosnaming.CNCtxFactory",
                        "corbaloc::" + contestant.names() + "/NameService",
                        HOME_NAME,
                        HOME));
            case "soap" -> arguments.add(http + contestant.soap());
            default -> arguments.add(http + REST);
        }
        return ClientTurn.run(contestant.server(), work, libraries, InterfacesLoad.class, arguments);
    }

    /** The object request broker of clients and the APIs that homes need; the same for both servers. */
    private List<String> broker() throws IOException {
        try (Stream<Path> part = Files.list(distribution.resolve("parts/iiop"));
                Stream<Path> apis = Files.list(distribution.resolve("lib"))) {
            return Stream.concat(
                            part.filter(jar -> fileName(jar).startsWith("openjdk-orb")),
                            apis.filter(jar -> fileName(jar).startsWith("jakarta.ejb-api")
                                    || fileName(jar).startsWith("jakarta.transaction-api")))
                    .map(Path::toString)
                    .toList();
        }
    }

    private static String fileName(Path file) {
        return String.valueOf(file.getFileName());
    }

    private Contestant keelson(Path ear) throws IOException, InterruptedException {
        int port = FreePorts.one();
        KeelsonDomain domain =
                KeelsonDomain.create(distribution, work.resolve("domain"), 0, work.resolve("create.log"));
        domain.ofAdminServer("iiop: {enabled: true}");
        Files.copy(ear, domain.directory().resolve("autodeploy/" + EAR));
        ServerProcess server = servers.start(
                "keelson",
                port,
                domain.start(),
                KeelsonDomain.environment(String.join(" ", JVM) + " -Dkeelson.ListenPort=" + port));
        return new Contestant(
                server,
                "io.keelson.client.ContextFactory",
                "keelson://127.0.0.1:" + port,
                "127.0.0.1:" + port,
                "/hello/Hello",
                distribution.resolve("client/keelson-client.jar"));
    }

    /**
     * The configuration {@code standalone-full.xml}, which has an object request broker, with beans open to it; users of this machine are
     * let in as its client does by default.
     */
    private Contestant wildfly(Path ear) throws IOException, InterruptedException {
        int port = FreePorts.one();
        WildFlyServer base = WildFlyServer.create(wildfly, work.resolve("wildfly"));
        Files.copy(ear, base.deployments().resolve(EAR));
        int names = FreePorts.one();
        base.openToIiop(names);
        List<String> command = base.command(
                JVM,
                List.of(
                        "-c",
                        "standalone-full.xml",
                        "-Djboss.http.port=" + port,
                        "-Djboss.https.port=" + FreePorts.one(),
                        "-Djboss.management.http.port=" + FreePorts.one()));
        ServerProcess server = servers.start("wildfly", port, command, Map.of());
        return new Contestant(
                server,
                "org.wildfly.naming.client.WildFlyInitialContextFactory",
                "remote+http://127.0.0.1:" + port,
                "127.0.0.1:" + names,
                "/hello/HelloService/Hello",
                wildfly.resolve("bin/client/jboss-client.jar"));
    }
}
