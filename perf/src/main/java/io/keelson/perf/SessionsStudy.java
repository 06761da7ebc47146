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
 * Cost of sessions that have a copy on another server, beside sessions in memory: two servers of Keelson and two of WildFly, at
 * saturation, an attribute set by each request, in turns in one run. Each size of the attribute is a part. Run it with
 * {@code perf/run sessions}; see perf/README.md.
 */
public final class SessionsStudy {
    private static final List<String> JVM = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");

    private SessionsStudy() {}

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("rows", "1024,10240,51200");
        defaults.put("stores", "memory,replicated");
        defaults.put("servers", "keelson,wildfly");
        defaults.put("fill", AttributeServlet.PIECES);
        defaults.put("connections", "64");
        defaults.put("rounds", "3");
        defaults.put("seconds", "5");
        defaults.put("warm-up", "30");
        defaults.put("seed", "1");
        defaults.put("out", "studies");
        return defaults;
    }

    /** Arguments: distribution, home of WildFly, work directory, options; see perf/README.md. */
    public static void main(String[] args) throws Exception {
        new StudyCommand("sessions", defaults()).run(args, 3, options -> study(args, options));
    }

    private static void study(String[] args, Options options) throws Exception {
        Path distribution = Path.of(args[0]).toRealPath();
        Path wildfly = Path.of(args[1]).toRealPath();
        Path work = Path.of(args[2]).toRealPath();
        Path out = Files.createDirectories(Path.of(options.text("out")).toAbsolutePath());
        List<String> stores = options.list("stores", store -> store);
        List<SessionPair> pairs = new ArrayList<>();
        try {
            for (String server : options.list("servers", name -> name)) {
                pairs.add(
                        switch (server) {
                            case "keelson" -> SessionPair.keelson(distribution, work.resolve(server), JVM, stores);
                            case "wildfly" -> SessionPair.wildfly(wildfly, work.resolve(server), JVM);
                            default -> throw new WrongOptionException("no such server: " + server);
                        });
            }
            for (int bytes : options.list("rows", SessionsStudy::size)) {
                part(pairs, stores, bytes, options).write(Turns.file(out, "sessions", String.valueOf(bytes)));
            }
        } finally {
            pairs.forEach(SessionPair::close);
        }
        SessionsReport report = new SessionsReport(parts(out), Long.parseLong(options.text("seed")));
        Files.writeString(out.resolve("sessions.md"), report.markdown());
        Files.writeString(out.resolve("sessions.svg"), report.chart());
        System.out.println(report.markdown());
        System.err.println("written to " + out);
    }

    private static int size(String text) {
        int bytes = Integer.parseInt(text);
        if (bytes < AttributeServlet.LEAST || bytes > AttributeServlet.MOST) {
            throw new IllegalArgumentException(
                    "an attribute has " + AttributeServlet.LEAST + " to " + AttributeServlet.MOST + " bytes: " + text);
        }
        return bytes;
    }

    private static Part part(List<SessionPair> pairs, List<String> stores, int bytes, Options options)
            throws IOException, InterruptedException {
        String fill = options.text("fill");
        if (!fill.equals(AttributeServlet.PIECES) && !fill.equals(AttributeServlet.RANDOM)) {
            throw new IllegalArgumentException("attributes are made of 'pieces' or are 'random': " + fill);
        }
        List<Turns.Target> targets = new ArrayList<>();
        for (SessionPair pair : pairs) {
            List<String> applications = pair.name().equals("keelson") ? stores : List.of("local", "distributable");
            for (String application : applications) {
                pair.check(application, bytes, SessionsReport.travels(application));
                targets.add(new Turns.Target(
                        SessionsReport.id(pair.name(), application),
                        pair.servers(),
                        SessionPair.path(application, bytes, fill)));
            }
        }
        Turns turns = new Turns(
                options.number("connections"),
                0,
                0,
                options.number("rounds"),
                options.decimal("seconds"),
                options.decimal("warm-up"));
        System.err.printf(Locale.ROOT, "%d bytes: about %.0f s%n", bytes, turns.estimate(targets.size()));
        Map<String, String> parameters = turns.parameters();
        parameters.put("jvm", String.join(" ", JVM));
        parameters.put("bytes", String.valueOf(bytes));
        parameters.put("fill", fill);
        return new Part(parameters, turns.run(targets));
    }

    /** All parts of the study that a directory holds, by size. */
    private static List<Part> parts(Path directory) throws IOException {
        List<Part> parts = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(f -> f.getFileName().toString().matches("sessions-\\d+\\.csv"))
                    .toList()) {
                parts.add(Part.read(file));
            }
        }
        parts.sort(Comparator.comparing(part -> Integer.valueOf(part.parameter("bytes"))));
        return parts;
    }
}
