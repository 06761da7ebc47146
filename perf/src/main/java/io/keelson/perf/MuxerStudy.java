package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Study of the muxer and the number of its readers: the 13-byte servlet on Keelson with 1, 2, 3 and 6 socket readers, native
 * and Java, without and with idle connections beside, under a full load or one with a think time. Each number of idle
 * connections is a part: one run, all servers in turns. Run it with {@code perf/run muxers}; see perf/README.md.
 */
public final class MuxerStudy {
    private MuxerStudy() {}

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("readers", "1,2,3,6");
        defaults.put("idle", "0,5000");
        defaults.put("connections", "64");
        defaults.put("think", "0");
        defaults.put("rounds", "7");
        defaults.put("seconds", "4");
        defaults.put("warm-up", "8");
        defaults.put("seed", "1");
        defaults.put("out", "studies");
        return defaults;
    }

    /** Arguments: distribution, work directory, options; see perf/README.md. */
    public static void main(String[] args) throws Exception {
        new StudyCommand("muxers", defaults()).run(args, 2, options -> study(args, options));
    }

    private static void study(String[] args, Options options) throws Exception {
        Path distribution = Path.of(args[0]).toAbsolutePath();
        Path work = Files.createDirectories(Path.of(args[1]).toAbsolutePath());
        Path out = Files.createDirectories(Path.of(options.text("out")).toAbsolutePath());
        List<Integer> readers = options.list("readers", Integer::valueOf);
        for (int idle : options.list("idle", Integer::valueOf)) {
            Turns turns = new Turns(
                    options.number("connections"),
                    idle,
                    options.decimal("think"),
                    options.number("rounds"),
                    options.decimal("seconds"),
                    options.decimal("warm-up"));
            int servers = 2 * readers.size();
            System.err.printf(
                    Locale.ROOT,
                    "%d idle, %d servers: about %.0f s%n",
                    idle,
                    servers,
                    turns.estimate(servers) + 3 * servers);
            part(distribution, Files.createTempDirectory(work, "run"), turns, readers)
                    .write(Turns.file(
                            out, "muxers", options.text("connections"), options.text("think"), String.valueOf(idle)));
        }
        MuxerReport report = new MuxerReport(parts(out), Long.parseLong(options.text("seed")));
        Files.writeString(out.resolve("muxers.md"), report.markdown());
        Files.writeString(out.resolve("muxers.svg"), report.chart());
        System.out.println(report.markdown());
        System.err.println("written to " + out);
    }

    private static Part part(Path distribution, Path work, Turns turns, List<Integer> readers)
            throws IOException, InterruptedException {
        try (Servers servers = new Servers(distribution, work)) {
            List<Turns.Target> targets = new ArrayList<>();
            for (int count : readers) {
                for (boolean nativeIo : List.of(true, false)) {
                    String id = MuxerReport.id(nativeIo, count);
                    targets.add(new Turns.Target(
                            id, servers.keelson(id, nativeIo, count), BenchWar.CONTEXT_PATH + Workload.TEXT.path()));
                }
            }
            return new Part(turns.parameters(), turns.run(targets));
        }
    }

    private static List<Part> parts(Path directory) throws IOException {
        List<Part> parts = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(f -> f.getFileName().toString().matches("muxers-.*\\.csv"))
                    .toList()) {
                parts.add(Part.read(file));
            }
        }
        parts.sort(Comparator.<Part, Double>comparing(part -> Double.valueOf(part.parameter("think-ms")))
                .thenComparing(part -> Integer.valueOf(part.parameter("connections")))
                .thenComparing(part -> Integer.valueOf(part.parameter("idle"))));
        return parts;
    }
}
