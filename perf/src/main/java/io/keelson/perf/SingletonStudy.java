package io.keelson.perf;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * From the end of the server that has a singleton service to its start on another one: Keelson beside WildFly's HA singleton, three
 * servers each, in turns in one run. Run it with {@code perf/run singleton}; see perf/README.md.
 */
public final class SingletonStudy {
    private static final List<String> JVM = List.of("-Xms128m", "-Xmx512m", "-XX:+UseG1GC");

    private final List<Trio> trios;
    private final Options options;
    private final Map<String, Map<String, List<Double>>> took = new TreeMap<>();

    private SingletonStudy(List<Trio> trios, Options options) {
        this.trios = trios;
        this.options = options;
    }

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("servers", "keelson,wildfly");
        defaults.put("kills", "10");
        defaults.put("stops", "10");
        defaults.put("settle", "5");
        defaults.put("seed", "1");
        defaults.put("out", "studies");
        return defaults;
    }

    /** Arguments: distribution, home of WildFly, work directory, options; see perf/README.md. */
    public static void main(String[] args) throws Exception {
        new StudyCommand("singleton", defaults()).run(args, 3, options -> study(args, options));
    }

    private static void study(String[] args, Options options) throws Exception {
        Path work = Path.of(args[2]).toRealPath();
        List<Trio> trios = new ArrayList<>();
        for (String name : options.list("servers", text -> text)) {
            trios.add(
                    switch (name) {
                        case "keelson" -> new KeelsonTrio(Path.of(args[0]).toRealPath(), work.resolve(name), JVM);
                        case "wildfly" -> new WildFlyTrio(Path.of(args[1]).toRealPath(), work.resolve(name), JVM);
                        default -> throw new WrongOptionException("no such server: " + name);
                    });
        }
        try {
            new SingletonStudy(trios, options)
                    .run(Files.createDirectories(Path.of(options.text("out")).toAbsolutePath()));
        } finally {
            trios.forEach(Trio::close);
        }
    }

    private void run(Path out) throws Exception {
        for (Trio trio : trios) {
            trio.prepare();
            for (String server : trio.servers()) {
                trio.start(server);
            }
            Trio.await(trio.name() + ": somebody has the service", 60, () -> trio.last("up") != null);
        }
        for (int i = 1; i <= Math.max(options.number("kills"), options.number("stops")); i++) {
            for (Trio trio : trios) {
                if (i <= options.number("kills")) {
                    end(trio, true, i);
                }
                if (i <= options.number("stops")) {
                    end(trio, false, i);
                }
            }
        }
        String report = report();
        Files.writeString(out.resolve("singleton.md"), report);
        Files.writeString(out.resolve("singleton.csv"), csv());
        System.out.println(report);
        System.err.println("written to " + out);
    }

    /** Ends the server that has it, waits until another has, and starts it again. */
    private void end(Trio trio, boolean kill, int round) throws Exception {
        Thread.sleep((long) (options.decimal("settle") * 1000)); // whoever was started last is a member again
        Trio.Line owner = Objects.requireNonNull(trio.last("up"));
        int before = trio.lines().size();
        Process process = trio.process(owner.server());
        long at = System.currentTimeMillis();
        if (kill) {
            process.destroyForcibly();
        } else {
            process.destroy();
        }
        String what = kill ? "kill -9" : "SIGTERM";
        Trio.await(trio.name() + ": another has it after " + what, 120, () -> after(trio, before, "up") != null);
        Trio.Line next = Objects.requireNonNull(after(trio, before, "up"));
        note(what, trio, next.millis() - at);
        Trio.Line down = after(trio, before, "down");
        if (!kill && down != null) {
            note("end of the service at a SIGTERM", trio, next.millis() - down.millis());
        }
        System.err.printf(
                Locale.ROOT,
                "%s, round %d, %s: %d ms, %s -> %s%n",
                what,
                round,
                trio.name(),
                next.millis() - at,
                owner.server(),
                next.server());
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException(trio.name() + ": " + owner.server() + " does not end");
        }
        trio.start(owner.server());
        long ups = trio.lines().stream()
                .skip(before)
                .filter(line -> line.what().equals("up"))
                .count();
        if (ups != 1) {
            System.err.printf(Locale.ROOT, "  %s: it began %d times after that%n", trio.name(), ups);
        }
    }

    private static Trio.@Nullable Line after(Trio trio, int lines, String what) {
        return trio.lines().stream()
                .skip(lines)
                .filter(line -> line.what().equals(what))
                .findFirst()
                .orElse(null);
    }

    private void note(String what, Trio trio, double millis) {
        took.computeIfAbsent(what, key -> new LinkedHashMap<>())
                .computeIfAbsent(trio.name(), key -> new ArrayList<>())
                .add(millis);
    }

    private String report() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "Three servers each, in turns, JDK %s, servers %s, %d processors; ms until the service begins on another server%n%n"
                        + "| From | Server | median | least | 99 %% | most | times |%n|---|---|---|---|---|---|---|%n",
                System.getProperty("java.runtime.version"),
                String.join(" ", JVM),
                Runtime.getRuntime().availableProcessors()));
        took.forEach((what, byServer) -> {
            byServer.forEach((server, values) -> {
                double[] sorted = values.stream()
                        .mapToDouble(Double::doubleValue)
                        .sorted()
                        .toArray();
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %s | %.0f | %.0f | %.0f | %.0f | %d |%n",
                        what,
                        server,
                        Statistics.median(sorted),
                        sorted[0],
                        sorted[(int) Math.ceil(0.99 * sorted.length) - 1],
                        sorted[sorted.length - 1],
                        sorted.length));
            });
            List<Double> ours = byServer.get("keelson");
            List<Double> theirs = byServer.get("wildfly");
            if (ours != null && theirs != null && ours.size() == theirs.size()) {
                text.append(String.format(
                        Locale.ROOT, "| %s | keelson / wildfly | %s | | | | |%n", what, ratio(ours, theirs)));
            }
        });
        return text.toString();
    }

    private Statistics.Ratio ratio(List<Double> ours, List<Double> theirs) {
        return Statistics.ratio(
                ours.stream().mapToDouble(Double::doubleValue).toArray(),
                theirs.stream().mapToDouble(Double::doubleValue).toArray(),
                Long.parseLong(options.text("seed")));
    }

    private String csv() {
        StringBuilder text = new StringBuilder("from,server,ms\n");
        took.forEach((what, byServer) -> byServer.forEach((server, values) ->
                values.forEach(value -> text.append(String.format(Locale.ROOT, "%s,%s,%.0f%n", what, server, value)))));
        return text.toString();
    }
}
