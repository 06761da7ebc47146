package io.keelson.perf;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Study of the costs of a request that goes through REST, CDI, transactions and persistence to PostgreSQL: one WAR on Keelson, WildFly and
 * Open Liberty, and its sources on Quarkus and Helidon, in turns in one run. Run it with {@code perf/run web-profile}; see perf/README.md.
 */
public final class WebProfileStudy {
    private static final int HELIDON_JAVA = 21;

    private WebProfileStudy() {}

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put(
                "rows",
                Arrays.stream(WebProfileWorkload.values())
                        .map(WebProfileWorkload::id)
                        .collect(Collectors.joining(",")));
        defaults.put("servers", String.join(",", serversOn(Runtime.version().feature())));
        defaults.put("connections", "32");
        defaults.put("rounds", "5");
        defaults.put("seconds", "5");
        defaults.put("warm-up", "20");
        defaults.put("starts", "3");
        defaults.put("seed", "1");
        defaults.put("out", "studies");
        return defaults;
    }

    /**
     * Arguments: distribution, homes of WildFly and Open Liberty, work directory, options; {@code --quick} is two short rounds. See
     * perf/README.md.
     */
    public static void main(String[] args) throws Exception {
        new StudyCommand(
                        "web-profile",
                        defaults(),
                        List.of("--rounds", "2", "--seconds", "3", "--warm-up", "10", "--starts", "1"))
                .run(args, 4, options -> study(args, options));
    }

    private static void study(String[] args, Options options) throws Exception {
        Path out = Files.createDirectories(Path.of(options.text("out")).toAbsolutePath());
        List<String> names = options.list("servers", WebProfileStudy::server);
        List<WebProfileWorkload> workloads = options.list("rows", WebProfileWorkload::of);
        Turns turns = new Turns(
                options.number("connections"),
                0,
                0,
                options.number("rounds"),
                options.decimal("seconds"),
                options.decimal("warm-up"));
        Path application = Path.of(System.getProperty("keelson.perf.web-profile", "perf/web-profile"))
                .resolve("target/web-profile.war");
        Map<String, Path> homes = Map.of(
                "wildfly",
                Path.of(args[1]).toRealPath(),
                "liberty",
                Path.of(args[2]).toRealPath(),
                "quarkus",
                module("quarkus"),
                "helidon",
                module("helidon"));
        WebProfileReport report = new WebProfileReport(
                String.format(
                        Locale.ROOT,
                        "%d connections, %d rounds of %s s in turns after %s s of warm-up each; JDK %s, servers "
                                + "%s, %d processors, PostgreSQL beside them.",
                        turns.connections(),
                        turns.rounds(),
                        turns.seconds(),
                        turns.warmUp(),
                        System.getProperty("java.runtime.version"),
                        String.join(" ", WebProfileServers.JVM),
                        Runtime.getRuntime().availableProcessors()),
                Long.parseLong(options.text("seed")));
        try (WebProfileServers servers = new WebProfileServers(
                Path.of(args[0]).toRealPath(),
                homes,
                application,
                Path.of(args[3]).toRealPath())) {
            report.starts(starts(servers, names, options.number("starts")));
            List<ServerProcess> running = new ArrayList<>();
            for (String name : names) {
                ServerProcess server = servers.start(name);
                WebProfileServers.check(server, workloads);
                running.add(server);
            }
            for (WebProfileWorkload workload : workloads) {
                System.err.printf(Locale.ROOT, "%s: about %.0f s%n", workload.title(), turns.estimate(running.size()));
                List<Turns.Target> targets = running.stream()
                        .map(server -> new Turns.Target(
                                server.name(), server, WebProfileServers.CONTEXT_PATH + workload.path()))
                        .toList();
                report.add(workload, turns.run(targets));
                for (ServerProcess server : running) {
                    WebProfileServers.check(server, List.of(workload));
                }
            }
        }
        Files.writeString(out.resolve("web-profile.md"), report.markdown());
        Files.writeString(out.resolve("web-profile.csv"), report.csv());
        Files.writeString(out.resolve("web-profile.svg"), report.svg());
        System.out.println(report.markdown());
        System.err.println("written to " + out);
    }

    /** Starts each server in turns with the application in it; returns the seconds of each. */
    private static Map<String, List<Double>> starts(WebProfileServers servers, List<String> names, int rounds)
            throws Exception {
        Map<String, List<Double>> seconds = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String name : names) {
                long begin = System.nanoTime();
                ServerProcess server = servers.start(name);
                seconds.computeIfAbsent(name, key -> new ArrayList<>()).add((System.nanoTime() - begin) / 1e9);
                servers.stop(server);
            }
        }
        return seconds;
    }

    /** Returns where a framework's application is built, beside the WAR. */
    private static Path module(String framework) {
        return Path.of(System.getProperty("keelson.perf." + framework, "perf/" + framework))
                .toAbsolutePath();
    }

    private static String server(String name) {
        if (!WebProfileServers.NAMES.contains(name)) {
            throw new IllegalArgumentException(
                    "no server is called " + name + "; there are " + String.join(", ", WebProfileServers.NAMES));
        }
        if (!serversOn(Runtime.version().feature()).contains(name)) {
            throw new IllegalArgumentException(
                    name + " needs Java " + HELIDON_JAVA + ", and all servers have the JVM of the study,"
                            + " which is Java " + Runtime.version().feature() + "; JAVA_HOME chooses another");
        }
        return name;
    }

    /** Returns the servers that run on a version of Java. */
    static List<String> serversOn(int version) {
        return WebProfileServers.NAMES.stream()
                .filter(name -> version >= HELIDON_JAVA || !name.equals("helidon"))
                .toList();
    }
}
