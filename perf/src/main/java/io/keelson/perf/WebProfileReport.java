package io.keelson.perf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The tables of the web profile study: medians of the rounds, and ratios of Keelson to each other server within the run. Used by one
 * thread.
 */
final class WebProfileReport {
    private static final String OURS = "keelson";

    private final String conditions;
    private final long seed;
    private final Map<WebProfileWorkload, Map<String, List<Sample>>> cells = new LinkedHashMap<>();
    private Map<String, List<Double>> starts = Map.of();

    WebProfileReport(String conditions, long seed) {
        this.conditions = conditions;
        this.seed = seed;
    }

    /** Adds a workload: the turns of each server in the order of the rounds. */
    void add(WebProfileWorkload workload, Map<String, List<Sample>> samples) {
        cells.put(workload, samples);
    }

    /** Sets the seconds until the first answer, of each server in the order of the rounds. */
    void starts(Map<String, List<Double>> seconds) {
        starts = seconds;
    }

    String markdown() {
        StringBuilder text = new StringBuilder(conditions).append("\n\n");
        text.append("| Workload | Server | requests/s | p99, ms | server CPU s for a million | allocated KB a request"
                + " | RSS MiB |\n|---|---|---|---|---|---|---|\n");
        cells.forEach((workload, samples) -> {
            samples.forEach((server, turns) -> text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %,.0f | %.1f | %.1f | %.1f | %.0f |%n",
                    workload.title(),
                    server,
                    median(turns, Sample::requestsPerSecond),
                    median(turns, Sample::p99) / 1_000,
                    median(turns, Sample::cpuPerMillion),
                    median(turns, Sample::allocated) / 1_024,
                    median(turns, Sample::residentMebibytes))));
            List<Sample> ours = samples.getOrDefault(OURS, List.of());
            samples.forEach((server, turns) -> {
                if (!server.equals(OURS) && !ours.isEmpty()) {
                    text.append(String.format(
                            Locale.ROOT,
                            "| %s | %s / %s | %s | %s | %s | %s | |%n",
                            workload.title(),
                            OURS,
                            server,
                            ratio(ours, turns, Sample::requestsPerSecond),
                            ratio(ours, turns, Sample::p99),
                            ratio(ours, turns, Sample::cpuPerMillion),
                            ratio(ours, turns, Sample::allocated)));
                }
            });
        });
        if (!starts.isEmpty()) {
            text.append("\n| Server | start until the first answer from the database, s | each |\n|---|---|---|\n");
            starts.forEach((server, seconds) -> text.append(String.format(
                    Locale.ROOT,
                    "| %s | %.2f | %s |%n",
                    server,
                    Statistics.median(
                            seconds.stream().mapToDouble(Double::doubleValue).toArray()),
                    String.join(
                            ", ",
                            seconds.stream()
                                    .map(one -> String.format(Locale.ROOT, "%.2f", one))
                                    .toList()))));
        }
        return text.toString();
    }

    String csv() {
        StringBuilder text = new StringBuilder("workload,server,round,")
                .append(Sample.COLUMNS)
                .append('\n');
        cells.forEach((workload, samples) -> samples.forEach((server, turns) -> {
            for (int i = 0; i < turns.size(); i++) {
                text.append(workload.id())
                        .append(',')
                        .append(server)
                        .append(',')
                        .append(i + 1)
                        .append(',')
                        .append(turns.get(i).csv())
                        .append('\n');
            }
        }));
        return text.toString();
    }

    String svg() {
        List<BarChart.Panel> panels = new ArrayList<>();
        cells.forEach((workload, samples) -> {
            List<BarChart.Bar> bars = new ArrayList<>();
            samples.forEach((server, turns) ->
                    bars.add(new BarChart.Bar(server, server.equals(OURS), figures(turns, Sample::cpuPerMillion))));
            panels.add(new BarChart.Panel(workload.title(), bars));
        });
        return new BarChart("CPU seconds of the server for a million requests", panels).svg();
    }

    private static double[] figures(List<Sample> turns, ToDoubleFunction<Sample> figure) {
        return turns.stream().mapToDouble(figure).toArray();
    }

    private static double median(List<Sample> turns, ToDoubleFunction<Sample> figure) {
        return Statistics.median(figures(turns, figure));
    }

    private String ratio(List<Sample> above, List<Sample> below, ToDoubleFunction<Sample> figure) {
        return Statistics.ratio(figures(above, figure), figures(below, figure), seed)
                .toString();
    }
}
