package io.keelson.perf;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * From the start of the process to the first answer with 200: the same WAR on Keelson with and without its class archive,
 * on the distribution of Tomcat and on an embedded Tomcat, and a bare Netty as the floor, in turns in one run. Run it with
 * {@code perf/run start}; see perf/README.md.
 */
public final class StartStudy {
    private static final int FIRST_PORT = 17201;
    private static final long POLL_MILLIS = 2;
    private static final long IDLE_MILLIS = 3000;
    private static final long LONGEST_SECONDS = 120;
    private static final double TICKS_PER_SECOND = 100;
    private static final List<String> JVM = List.of("-Xms64m", "-Xmx512m", "-XX:+UseG1GC");

    private final Path distribution;
    private final Path tomcat;
    private final Path work;

    private StartStudy(Path distribution, Path tomcat, Path work) {
        this.distribution = distribution;
        this.tomcat = tomcat;
        this.work = work;
    }

    /** Arguments: distribution, home of Tomcat, work directory, rounds. */
    public static void main(String[] args) throws Exception {
        new StartStudy(
                        Path.of(args[0]).toRealPath(),
                        Path.of(args[1]).toRealPath(),
                        Path.of(args[2]).toRealPath())
                .run(Integer.parseInt(args[3]));
    }

    /**
     * A server that is started again and again.
     *
     * @param ready what must be there before starts are counted, made by an earlier start
     */
    private record Contestant(
            String name, int port, String path, List<String> command, Map<String, String> environment, Path ready) {}

    /** One start: milliseconds to the first 200, CPU seconds until then, resident MiB when idle, milliseconds to stop. */
    private record Start(double millis, double cpu, double resident, double stopMillis) {}

    private void run(int rounds) throws Exception {
        Map<Contestant, List<Start>> results = new LinkedHashMap<>();
        for (Contestant contestant : List.of(
                keelson("keelson", 0, Map.of()),
                tomcat(1),
                keelson("keelson, no archive", 2, Map.of("KEELSON_ARCHIVE", "off")),
                embedded(
                        "tomcat embedded",
                        3,
                        TomcatPeer.class,
                        "/bench/hello",
                        work.resolve("embedded").toString()),
                embedded("bare netty", 4, NettyPeer.class, "/"))) {
            results.put(contestant, new ArrayList<>());
            start(contestant);
        }
        for (int round = 1; round <= rounds; round++) {
            for (Map.Entry<Contestant, List<Start>> entry : results.entrySet()) {
                entry.getValue().add(start(entry.getKey()));
            }
            System.err.printf(Locale.ROOT, "round %d of %d%n", round, rounds);
        }
        print(rounds, results);
    }

    private Contestant keelson(String name, int index, Map<String, String> more) throws Exception {
        // A copy: its class archive is made in this run, and the distribution stays as the build left it.
        Path home = work.resolve("keelson-" + index);
        copy(distribution, home);
        KeelsonDomain domain = KeelsonDomain.create(home, work.resolve("domain-" + index), 0, log(name + " create"));
        BenchWar.writePacked(domain.directory().resolve("autodeploy/bench.war"));
        Map<String, String> environment = new LinkedHashMap<>(more);
        environment.put("JAVA_OPTS", String.join(" ", JVM) + " -Dkeelson.ListenPort=" + (FIRST_PORT + index));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        String version = System.getProperty("java.runtime.version");
        Path archive = home.resolve(
                "cache/classes-" + version + (Runtime.version().feature() >= 25 ? ".aot.key" : ".jsa.key"));
        return new Contestant(
                name, FIRST_PORT + index, "/bench/hello", domain.start(), environment, more.isEmpty() ? archive : home);
    }

    /** The distribution as it comes, without its own applications, its access log and its port for shutdown. */
    private Contestant tomcat(int index) throws IOException {
        Path base = work.resolve("tomcat");
        for (String directory : List.of("logs", "temp", "work", "webapps")) {
            Files.createDirectories(base.resolve(directory));
        }
        copy(tomcat.resolve("conf"), base.resolve("conf"));
        Path configuration = base.resolve("conf/server.xml");
        String xml = Files.readString(configuration)
                .replaceAll("(?s)<Valve className=\"org.apache.catalina.valves.AccessLogValve\".*?/>", "")
                .replace("port=\"8005\"", "port=\"-1\"")
                .replace(
                        "Connector port=\"8080\"",
                        "Connector port=\"" + (FIRST_PORT + index) + "\" address=\"127.0.0.1\"");
        Files.writeString(configuration, xml);
        BenchWar.writePacked(base.resolve("webapps/bench.war"));
        return new Contestant(
                "tomcat, catalina.sh run",
                FIRST_PORT + index,
                "/bench/hello",
                List.of("bash", tomcat.resolve("bin/catalina.sh").toString(), "run"),
                Map.of(
                        "JAVA_HOME", System.getProperty("java.home"),
                        "CATALINA_HOME", tomcat.toString(),
                        "CATALINA_BASE", base.toString(),
                        "CATALINA_OPTS", String.join(" ", JVM)),
                base);
    }

    private Contestant embedded(String name, int index, Class<?> main, String path, String... more) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.add(String.valueOf(FIRST_PORT + index));
        command.addAll(List.of(more));
        return new Contestant(name, FIRST_PORT + index, path, command, Map.of(), work);
    }

    private Start start(Contestant contestant) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(contestant.command())
                .redirectErrorStream(true)
                .redirectOutput(log(contestant.name()).toFile());
        builder.environment().putAll(contestant.environment());
        long begin = System.nanoTime();
        Process process = builder.start();
        ChildProcesses.add(process); // not before: that is not its time
        try {
            while (!answers(contestant)) {
                if (!process.isAlive() || millisSince(begin) > LONGEST_SECONDS * 1000) {
                    throw new IOException(contestant.name() + " does not answer; see " + log(contestant.name()));
                }
                Thread.sleep(POLL_MILLIS);
            }
            double millis = millisSince(begin);
            double cpu = cpuSeconds(process);
            Thread.sleep(IDLE_MILLIS);
            while (!Files.exists(contestant.ready())) {
                if (millisSince(begin) > LONGEST_SECONDS * 1000) {
                    throw new IOException(contestant.name() + " has not made " + contestant.ready());
                }
                Thread.sleep(IDLE_MILLIS);
            }
            double resident = residentMebibytes(process);
            long end = System.nanoTime();
            process.destroy();
            process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
            return new Start(millis, cpu, resident, millisSince(end));
        } finally {
            process.destroyForcibly();
        }
    }

    private static double millisSince(long begin) {
        return (System.nanoTime() - begin) / 1e6;
    }

    private static boolean answers(Contestant contestant) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), contestant.port())) {
            socket.setSoTimeout(5000);
            socket.getOutputStream()
                    .write(("GET " + contestant.path() + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII).endsWith(" 200");
        } catch (IOException e) { // not yet
            return false;
        }
    }

    private static double cpuSeconds(Process process) throws IOException {
        String stat = Files.readString(proc(process, "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    }

    private static double residentMebibytes(Process process) throws IOException {
        try (Stream<String> lines = Files.lines(proc(process, "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Path proc(Process process, String file) {
        return Path.of("/proc", String.valueOf(process.pid()), file);
    }

    private static void print(int rounds, Map<Contestant, List<Start>> results) {
        double tomcat = results.entrySet().stream()
                .filter(entry -> entry.getKey().name().startsWith("tomcat, "))
                .mapToDouble(entry -> median(entry.getValue(), Start::millis))
                .findFirst()
                .orElseThrow();
        System.out.printf(
                Locale.ROOT,
                "%d starts of each in turns, JDK %s, %s, %d processors%n%n",
                rounds,
                System.getProperty("java.runtime.version"),
                String.join(" ", JVM),
                Runtime.getRuntime().availableProcessors());
        System.out.println(
                "| Server | first 200, ms, median (min to max) | to Tomcat | CPU s until then | idle RSS MiB | stop, ms |");
        System.out.println("|---|---|---|---|---|---|");
        results.forEach((contestant, starts) -> {
            double[] all = starts.stream().mapToDouble(Start::millis).sorted().toArray();
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.0f (%.0f to %.0f) | %.2f | %.2f | %.0f | %.0f |%n",
                    contestant.name(),
                    median(starts, Start::millis),
                    all[0],
                    all[all.length - 1],
                    median(starts, Start::millis) / tomcat,
                    median(starts, Start::cpu),
                    median(starts, Start::resident),
                    median(starts, Start::stopMillis));
        });
    }

    private static double median(List<Start> starts, ToDoubleFunction<Start> figure) {
        double[] sorted = starts.stream().mapToDouble(figure).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private Path log(String name) {
        return work.resolve(name.replaceAll("[^a-z]+", "-") + ".log");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> tree = Files.walk(from)) {
            for (Path path : tree.toList()) {
                if (!path.startsWith(from.resolve("cache"))) {
                    Path target = to.resolve(from.relativize(path).toString());
                    Files.createDirectories(target.getParent());
                    Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }
}
