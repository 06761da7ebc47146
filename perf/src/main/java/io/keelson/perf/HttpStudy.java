package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Cost of a request: three servlets, and files, on Keelson with its native and its Java muxer, on Tomcat, Jetty and Undertow, and a
 * bare Netty as the ceiling. Each workload at each number of connections is a part: one run, servers in turns. Run it with
 * {@code perf/run http}; see perf/README.md.
 */
public final class HttpStudy {
    private HttpStudy() {}

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("rows", Workload.ofServlets().stream().map(Workload::id).collect(Collectors.joining(",")));
        defaults.put("protocol", Protocol.HTTP1.id());
        defaults.put("connections", "64,512");
        defaults.put("streams", "16");
        defaults.put(
                "servers",
                Arrays.stream(Contender.values())
                        .filter(contender -> contender != Contender.KEELSON_URING)
                        .map(Contender::id)
                        .collect(Collectors.joining(",")));
        defaults.put("rounds", "7");
        defaults.put("seconds", "5");
        defaults.put("warm-up", "8");
        defaults.put("seed", "1");
        defaults.put("out", "studies");
        return defaults;
    }

    /** Arguments: distribution, work directory, options; see perf/README.md. */
    public static void main(String[] args) throws Exception {
        new StudyCommand("http", defaults()).run(args, 2, options -> study(args, options));
    }

    private static void study(String[] args, Options options) throws Exception {
        Path distribution = Path.of(args[0]).toAbsolutePath();
        Path work = Files.createDirectories(Path.of(args[1]).toAbsolutePath());
        Path out = Files.createDirectories(Path.of(options.text("out")).toAbsolutePath());
        Protocol protocol = Protocol.of(options.text("protocol"));
        for (Workload workload : options.list("rows", Workload::of)) {
            for (int connections : options.list("connections", Integer::valueOf)) {
                Turns turns = new Turns(
                        protocol,
                        connections,
                        protocol.http2() ? options.number("streams") : 1,
                        0,
                        0,
                        options.number("rounds"),
                        options.decimal("seconds"),
                        options.decimal("warm-up"),
                        workload.field());
                List<Contender> servers = options.list("servers", Contender::of).stream()
                        .filter(contender -> contender.serves(workload, protocol))
                        .toList();
                System.err.printf(
                        Locale.ROOT,
                        "%s, %d connections, %d servers: about %.0f s%n",
                        workload.title(),
                        connections,
                        servers.size(),
                        turns.estimate(servers.size()) + 3 * servers.size());
                Path directory = Files.createTempDirectory(work, "run");
                part(distribution, directory, workload, turns, servers)
                        .write(
                                protocol == Protocol.HTTP1
                                        ? Turns.file(out, "http", workload.id(), String.valueOf(connections))
                                        : Turns.file(
                                                out,
                                                "http",
                                                protocol.id(),
                                                workload.id(),
                                                String.valueOf(connections)));
            }
        }
        HttpReport report = new HttpReport(parts(out), Long.parseLong(options.text("seed")));
        Files.writeString(out.resolve("http.md"), report.markdown());
        Files.writeString(out.resolve("http.csv"), report.csv());
        Files.writeString(out.resolve("http.svg"), report.chart());
        System.out.println(report.markdown());
        System.err.println("written to " + out);
    }

    private static Part part(Path distribution, Path work, Workload workload, Turns turns, List<Contender> contenders)
            throws IOException, InterruptedException {
        Map<String, String> parameters = turns.parameters();
        parameters.put("workload", workload.id());
        try (Servers servers = new Servers(distribution, work, turns.protocol())) {
            List<Turns.Target> targets = new ArrayList<>();
            for (Contender contender : contenders) {
                targets.add(new Turns.Target(
                        contender.id(), servers.start(contender), BenchWar.CONTEXT_PATH + workload.path()));
            }
            return new Part(parameters, turns.run(targets));
        }
    }

    /** All parts of the study that a directory holds, those of one workload together. */
    private static List<Part> parts(Path directory) throws IOException {
        List<Part> parts = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(f -> f.getFileName().toString().matches("http-.*\\.csv"))
                    .toList()) {
                parts.add(Part.read(file));
            }
        }
        parts.sort(Comparator.<Part, Protocol>comparing(HttpReport::protocol)
                .thenComparing(part -> Workload.of(part.parameter("workload")))
                .thenComparing(part -> Integer.valueOf(part.parameter("connections"))));
        return parts;
    }
}
