package io.keelson.perf;

import io.keelson.perf.ecperf.Kind;
import io.keelson.perf.ecperf.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables, the CSV file and the chart of {@link EcperfStudy}. Used by one thread. */
final class EcperfReport {
    /** The length of a bar that stands for nothing: a chart needs some scale. */
    private static final double NOTHING = 0.01;

    private final Options options;
    private final String heading;
    private final Map<EcperfStep, Row> rows = new LinkedHashMap<>();
    private final Map<EcperfStep, EcperfFailures.Outcome> outcomes = new LinkedHashMap<>();
    private @Nullable RunResult base;
    private final StringBuilder csv =
            new StringBuilder("step,persistence,sending,locking,isolation,ir,operations per minute,failed,"
                    + "repeated,drain seconds,server cpu seconds,meets,consistent");

    /** What is known of a step. */
    private static final class Row {
        private @Nullable RunResult best;
        private boolean searched;
        private final Map<Integer, Double> cpu = new LinkedHashMap<>();
    }

    EcperfReport(Path distribution, Options options, List<String> jvm) throws IOException {
        this.options = options;
        this.heading = heading(distribution, options, jvm);
        for (Kind kind : Kind.values()) {
            csv.append(",90 % ").append(kind);
        }
        csv.append('\n');
    }

    private static String heading(Path distribution, Options options, List<String> jvm) throws IOException {
        List<String> versions = new ArrayList<>();
        for (Path directory : List.of(distribution.resolve("lib"), distribution.resolve("parts/h2"))) {
            try (Stream<Path> files = Files.list(directory)) {
                files.map(file -> String.valueOf(file.getFileName()))
                        .filter(name -> name.matches("(keelson-kernel|h2)-\\d.*\\.jar"))
                        .map(name -> name.substring(0, name.length() - 4))
                        .sorted()
                        .forEach(versions::add);
            }
        }
        String processor = Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown processor");
        return String.format(
                Locale.ROOT,
                "%s. %d processors (%s), Linux %s, JDK %s; %s; database %s in the server's process or on the same machine;"
                        + " server %s; suppliers confirm after %s ms. Driver, server, suppliers and database share the machine.",
                ZonedDateTime.now(ZoneOffset.UTC).format(DateTimeFormatter.ISO_LOCAL_DATE),
                Runtime.getRuntime().availableProcessors(),
                processor,
                System.getProperty("os.version"),
                System.getProperty("java.runtime.version"),
                String.join(", ", versions),
                options.text("database"),
                String.join(" ", jvm),
                options.text("confirm"));
    }

    private Row row(EcperfStep step) {
        return rows.computeIfAbsent(step, any -> new Row());
    }

    /** Takes a run of any kind, with the processor time of the server, loading and auditing included. */
    void add(EcperfStep step, RunResult result, double cpuSeconds) {
        row(step).cpu.put(result.injectionRate(), cpuSeconds);
        csv.append(String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%s,%d,%.1f,%d,%d,%.1f,%.1f,%s,%s",
                step.name(),
                step.persistence(),
                step.sending(),
                step.locking(),
                step.isolation(),
                result.injectionRate(),
                result.operationsPerMinute(),
                result.failed(),
                result.repeated(),
                result.drainSeconds(),
                cpuSeconds,
                result.misses().isEmpty(),
                result.inconsistencies().isEmpty()));
        for (Kind kind : Kind.values()) {
            csv.append(String.format(Locale.ROOT, ",%.0f", result.percentile(kind)));
        }
        csv.append('\n');
    }

    /** Returns true if the run is known with which all others are compared. */
    boolean hasBase() {
        return base != null;
    }

    /** Takes the run with which all others are compared: the first step at the rate 1. */
    void base(RunResult result) {
        base = result;
    }

    /** Takes the run of a step at the highest rate; null where none meets the targets. */
    void best(EcperfStep step, @Nullable RunResult result) {
        row(step).best = result;
        row(step).searched = true;
    }

    void failures(EcperfStep step, EcperfFailures.Outcome outcome) {
        outcomes.put(step, outcome);
    }

    /** The rate with which the search of the next step begins: the highest so far. */
    int firstRate() {
        int rate = 1;
        for (Row row : rows.values()) {
            RunResult best = row.best;
            rate = best == null ? rate : Math.max(rate, best.injectionRate());
        }
        return rate;
    }

    private double relative(RunResult result) {
        RunResult first = base;
        return first == null ? 0 : result.operationsPerMinute() / first.operationsPerMinute();
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        text.append(heading).append("\n\n");
        RunResult first = base;
        if (first != null) {
            text.append(String.format(
                    Locale.ROOT,
                    "The first step at Ir = 1: %.0f BBops/min, %d of %d transactions failed, %d attempts were repeated; it %s.%n%n",
                    first.operationsPerMinute(),
                    first.failed(),
                    first.failed() + answered(first),
                    first.repeated(),
                    first.misses().isEmpty() ? "meets the targets" : "misses the targets: " + first.misses()));
        }
        text.append("| Step | Persistence | Sending | Locks | Isolation | highest Ir | BBops/min there | relative"
                + " | failed, repeated | new order, schedule 90 % ms | server ms/BBop |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|\n");
        rows.forEach((step, row) -> text.append(line(step, row)));
        if (!outcomes.isEmpty()) {
            text.append("\nTransactions that fail after their purchase orders were sent or handed over:\n\n");
            text.append("| Step | Rolled back | Server halted | Purchase orders | Orphans | Faults of the data |\n"
                    + "|---|---|---|---|---|---|\n");
            outcomes.forEach((step, outcome) -> text.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %d | %d | %s |%n",
                    step.name(),
                    outcome.aborts(),
                    outcome.halts(),
                    outcome.purchaseOrders(),
                    outcome.orphans(),
                    outcome.faults().isEmpty() ? "none" : String.join("; ", outcome.faults()))));
        }
        return text.toString();
    }

    private static long answered(RunResult result) {
        long sum = 0;
        for (Kind kind : Kind.values()) {
            sum += result.count(kind);
        }
        return sum;
    }

    private String line(EcperfStep step, Row row) {
        RunResult best = row.best;
        String found = !row.searched
                ? "- | - | - | - | - | -"
                : best == null
                        ? "not even 1 | - | - | - | - | -"
                        : String.format(
                                Locale.ROOT,
                                "%s%d | %,.0f | %.1f | %d, %d | %.0f, %.0f | %.1f",
                                best.injectionRate() == options.number("most") ? "at least " : "",
                                best.injectionRate(),
                                best.operationsPerMinute(),
                                relative(best),
                                best.failed(),
                                best.repeated(),
                                best.percentile(Kind.NEW_ORDER),
                                best.percentile(Kind.SCHEDULE),
                                cpuPerOperation(row, best));
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s |%n",
                step.name(),
                step.persistence(),
                step.sending(),
                step.locking(),
                step.isolation(),
                found);
    }

    /** Milliseconds of the server's processor time for an operation, about: what is done before and after the measured time counts too. */
    private double cpuPerOperation(Row row, RunResult result) {
        double seconds = options.decimal("seconds") + options.decimal("ramp");
        double operations = result.operationsPerMinute() * seconds / 60;
        return row.cpu.getOrDefault(result.injectionRate(), 0.0) * 1000 / operations;
    }

    private String chart() {
        List<BarChart.Bar> bars = new ArrayList<>();
        rows.forEach((step, row) -> {
            RunResult best = row.best;
            double value = best == null ? NOTHING : relative(best);
            bars.add(new BarChart.Bar(step.name(), true, new double[] {value}));
        });
        return new BarChart(
                        "ECperf: BBops/min at the highest rate, relative to out of the box at Ir = 1",
                        List.of(new BarChart.Panel(options.text("database"), bars)))
                .svg();
    }

    void write(Path out) throws IOException {
        String name = "ecperf" + (options.text("database").equals("h2") ? "" : "-" + options.text("database"));
        Files.writeString(out.resolve(name + ".md"), markdown());
        Files.writeString(out.resolve(name + ".csv"), csv);
        Files.writeString(out.resolve(name + ".svg"), chart());
    }
}
