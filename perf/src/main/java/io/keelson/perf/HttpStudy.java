package io.keelson.perf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a request costs: the 13-byte servlet on Keelson with its native and its Java muxer and on Tomcat 11, and a bare Netty
 * as the ceiling, in one run and in turns. Run it with {@code perf/run http}; see perf/README.md.
 */
public final class HttpStudy {
    private static final int FIRST_PORT = 17101;
    private static final List<String> JVM = List.of("-Xms256m", "-Xmx256m", "-XX:+UseG1GC");

    private final Path distribution;
    private final Path work;
    private final int rounds;
    private final double seconds;
    private final int connections;

    private HttpStudy(Path distribution, Path work, int connections, int rounds, double seconds) {
        this.distribution = distribution;
        this.work = work;
        this.connections = connections;
        this.rounds = rounds;
        this.seconds = seconds;
    }

    /** Arguments: distribution, work directory, connections, rounds, seconds a turn. */
    public static void main(String[] args) throws Exception {
        new HttpStudy(
                        Path.of(args[0]).toAbsolutePath(),
                        Files.createTempDirectory(
                                Files.createDirectories(Path.of(args[1]).toAbsolutePath()), "run"),
                        Integer.parseInt(args[2]),
                        Integer.parseInt(args[3]),
                        Double.parseDouble(args[4]))
                .run();
    }

    private void run() throws Exception {
        Map<ServerProcess, List<Sample>> results = new LinkedHashMap<>();
        try {
            results.put(keelson("keelson native", 0, true), new ArrayList<>());
            results.put(
                    peer(
                            "tomcat 11",
                            1,
                            TomcatPeer.class,
                            "/bench/hello",
                            work.resolve("tomcat").toString()),
                    new ArrayList<>());
            results.put(keelson("keelson java", 2, false), new ArrayList<>());
            results.put(peer("bare netty", 3, NettyPeer.class, "/"), new ArrayList<>());
            for (ServerProcess server : results.keySet()) {
                measure(server, Math.max(8, 2 * seconds));
            }
            for (int round = 1; round <= rounds; round++) {
                for (Map.Entry<ServerProcess, List<Sample>> entry : results.entrySet()) {
                    entry.getValue().add(measure(entry.getKey(), seconds));
                }
                System.err.printf("round %d of %d%n", round, rounds);
            }
            print(results);
        } finally {
            results.keySet().forEach(ServerProcess::close);
        }
    }

    private ServerProcess peer(String name, int index, Class<?> main, String path, String... more)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(JVM);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        int port = FIRST_PORT + index;
        command.add(String.valueOf(port));
        command.addAll(List.of(more));
        return ServerProcess.start(name, port, path, command, Map.of(), log(name));
    }

    private ServerProcess keelson(String name, int index, boolean nativeIo) throws IOException, InterruptedException {
        int port = FIRST_PORT + index;
        Path domain = work.resolve("domain-" + index);
        Process create = new ProcessBuilder(keelsonCommand(), "domain", "create", domain.toString())
                .redirectErrorStream(true)
                .redirectOutput(log(name + " create").toFile())
                .start();
        if (create.waitFor() != 0) {
            throw new IOException("no domain in " + domain + "; see " + log(name + " create"));
        }
        BenchWar.writePacked(domain.resolve("autodeploy/bench.war"));
        String options = String.join(" ", JVM) + " -Dkeelson.ListenPort=" + port + " -Dkeelson.NativeIOEnabled="
                + nativeIo + " -Dkeelson.SocketReaders=1"
                // The study is of keep-alive connections; no server in it may close one.
                + " -Dkeelson.servers.AdminServer.limits.max-keep-alive-requests=1000000000";
        return ServerProcess.start(
                name,
                port,
                "/bench/hello",
                List.of(keelsonCommand(), "start", "--domain", domain.toString()),
                Map.of("JAVA_OPTS", options),
                log(name));
    }

    private Sample measure(ServerProcess server, double turn) throws IOException, InterruptedException {
        String path = server.name().startsWith("bare") ? "/" : "/bench/hello";
        double before = server.cpuSeconds();
        Process load = new ProcessBuilder(
                        java(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Load.class.getName(),
                        String.valueOf(server.port()),
                        path,
                        String.valueOf(connections),
                        String.valueOf(turn))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String[] said = new String(load.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                .trim()
                .split(" ");
        if (load.waitFor() != 0 || said.length != 4) {
            throw new IOException("the load on " + server.name() + " failed");
        }
        double requests = Double.parseDouble(said[0]);
        double cpu = server.cpuSeconds() - before;
        return new Sample(
                requests / Double.parseDouble(said[1]),
                cpu * 1e6 / requests,
                Double.parseDouble(said[2]),
                Double.parseDouble(said[3]));
    }

    private void print(Map<ServerProcess, List<Sample>> results) {
        double tomcat = median(results, "tomcat 11");
        double netty = median(results, "bare netty");
        System.out.printf(
                "%d connections, %d rounds of %.0f s, JDK %s, %s, %d processors%n%n",
                connections,
                rounds,
                seconds,
                System.getProperty("java.version"),
                String.join(" ", JVM),
                Runtime.getRuntime().availableProcessors());
        System.out.println(
                "| Server | CPU s per million, median (min to max) | to Tomcat | to bare Netty | requests/s | p50 µs | p99 µs | RSS MiB |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        results.forEach((server, samples) -> {
            double cpu = Sample.median(samples, Sample::cpuPerMillion);
            double[] range = Sample.range(samples, Sample::cpuPerMillion);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.2f (%.2f to %.2f) | %.2f | %.2f | %.0f | %.0f | %.0f | %d |%n",
                    server.name(),
                    cpu,
                    range[0],
                    range[1],
                    cpu / tomcat,
                    cpu / netty,
                    Sample.median(samples, Sample::requestsPerSecond),
                    Sample.median(samples, Sample::p50),
                    Sample.median(samples, Sample::p99),
                    server.residentMebibytes());
        });
    }

    private static double median(Map<ServerProcess, List<Sample>> results, String name) {
        return results.entrySet().stream()
                .filter(e -> e.getKey().name().equals(name))
                .mapToDouble(e -> Sample.median(e.getValue(), Sample::cpuPerMillion))
                .findFirst()
                .orElseThrow();
    }

    private Path log(String name) throws IOException {
        Files.createDirectories(work);
        return work.resolve(name.replace(' ', '-') + ".log");
    }

    private String keelsonCommand() {
        return distribution.resolve("bin/keelson").toString();
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
