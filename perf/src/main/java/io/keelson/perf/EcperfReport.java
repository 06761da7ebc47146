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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
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
                    + "repeated,drain seconds,server cpu seconds,database cpu seconds,requests,queued,connections,waiting,"
                    + "bottleneck,meets,consistent");

    /** Figures of a step. */
    private static final class Row {
        private @Nullable RunResult cold;
        private @Nullable RunResult best;
        private boolean searched;
        private final List<Run> runs = new ArrayList<>();

        /** The runs at a rate that meet the targets; those that warm a server up do not count. */
        List<Run> met(int rate) {
            return runs.stream()
                    .filter(run -> run.measured()
                            && run.result().injectionRate() == rate
                            && run.result().misses().isEmpty())
                    .toList();
        }

        /** Returns the run at the highest rate that was tried. */
        @Nullable
        Run hardest() {
            return runs.stream()
                    .filter(Run::measured)
                    .max(Comparator.comparingInt(run -> run.result().injectionRate()))
                    .orElse(null);
        }
    }

    /** A run with what was used for it; it is measured, or warms the server up. */
    private record Run(RunResult result, EcperfUse use, boolean measured) {
        /** Milliseconds of the servers' processor time for an operation. */
        double cpuPerOperation() {
            return use.serverSeconds() * 1000 / result.operations();
        }

        double databasePerOperation() {
            return use.databaseSeconds() * 1000 / result.operations();
        }
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
                "%s. %d processors (%s), Linux %s, JDK %s; %s; database %s; servers: %s with %s; suppliers confirm after %s ms;"
                        + " %s runs at the highest rate. Driver, servers, suppliers and database share the machine.",
                ZonedDateTime.now(ZoneOffset.UTC).format(DateTimeFormatter.ISO_LOCAL_DATE),
                Runtime.getRuntime().availableProcessors(),
                processor,
                System.getProperty("os.version"),
                System.getProperty("java.runtime.version"),
                String.join(", ", versions),
                options.text("database"),
                options.text("servers"),
                String.join(" ", jvm),
                options.text("confirm"),
                options.text("repeats"));
    }

    private Row row(EcperfStep step) {
        return rows.computeIfAbsent(step, any -> new Row());
    }

    /** Takes the first run of a step, on a server that has just started. */
    void cold(EcperfStep step, RunResult result) {
        row(step).cold = result;
    }

    /**
     * Takes a run of any kind, with what it used.
     *
     * @param measured false for one that warms the server up
     */
    void add(EcperfStep step, RunResult result, EcperfUse use, boolean measured) {
        row(step).runs.add(new Run(result, use, measured));
        csv.append(String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%s,%d,%.1f,%d,%d,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%d,%s,%s,%s",
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
                use.serverSeconds(),
                use.databaseSeconds(),
                use.running(),
                use.queued(),
                use.active(),
                use.waiting(),
                use.bottleneck().replace(',', ':'),
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
                + " | failed, repeated | new order, schedule 90 % ms | server, database ms/BBop |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|\n");
        rows.forEach((step, row) -> text.append(line(step, row)));
        uses(text);
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

    /** At the highest rate that was tried, which is where something holds the servers back, and at the first run after the start. */
    private void uses(StringBuilder text) {
        text.append(
                "\nThe servers' own figures at the highest rate that was tried, and 90 % of the first run after the start:\n\n");
        text.append("| Step | Ir | Server, database: share of the processors | Requests: worked on, queued"
                + " | Connections in use, waiting | Held back by | first run: Ir, new order, schedule ms |\n"
                + "|---|---|---|---|---|---|---|\n");
        rows.forEach((step, row) -> {
            Run hardest = row.hardest();
            RunResult cold = row.cold;
            if (hardest == null || cold == null) {
                return;
            }
            EcperfUse use = hardest.use();
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %.0f %%, %.0f %% | %.1f, %.1f | %.1f, %d | %s | %d, %.0f, %.0f |%n",
                    step.name(),
                    hardest.result().injectionRate(),
                    100 * use.serverShare(),
                    100 * use.databaseShare(),
                    use.running(),
                    use.queued(),
                    use.active(),
                    use.waiting(),
                    use.bottleneck(),
                    cold.injectionRate(),
                    cold.percentile(Kind.NEW_ORDER),
                    cold.percentile(Kind.SCHEDULE)));
        });
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
                                "%s%d | %s | %.1f | %d, %d | %.0f, %.0f | %s, %s",
                                best.injectionRate() == options.number("most") ? "at least " : "",
                                best.injectionRate(),
                                spread(
                                        "%,.0f",
                                        row.met(best.injectionRate()),
                                        run -> run.result().operationsPerMinute()),
                                relative(best),
                                best.failed(),
                                best.repeated(),
                                best.percentile(Kind.NEW_ORDER),
                                best.percentile(Kind.SCHEDULE),
                                spread("%.1f", row.met(best.injectionRate()), Run::cpuPerOperation),
                                spread("%.1f", row.met(best.injectionRate()), Run::databasePerOperation));
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

    /** The median of runs; in brackets the least and the greatest where there are several. */
    private static String spread(String format, List<Run> runs, ToDoubleFunction<Run> figure) {
        double[] values = runs.stream().mapToDouble(figure).sorted().toArray();
        String median = String.format(Locale.ROOT, format, Statistics.median(values));
        return values.length == 1
                ? median
                : String.format(
                        Locale.ROOT,
                        "%s [" + format + ", " + format + "]",
                        median,
                        values[0],
                        values[values.length - 1]);
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
        String name = "ecperf"
                + (options.text("database").equals("h2") ? "" : "-" + options.text("database"))
                + (options.number("servers") == 1 ? "" : "-" + options.text("servers"));
        Files.writeString(out.resolve(name + ".md"), markdown());
        Files.writeString(out.resolve(name + ".csv"), csv);
        Files.writeString(out.resolve(name + ".svg"), chart());
    }
}
