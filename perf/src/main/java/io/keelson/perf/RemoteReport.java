package io.keelson.perf;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The tables of studies of remote calls: medians of the rounds, and ratios of Keelson to each other server within the run. */
final class RemoteReport {
    private final long seed;
    private final StringBuilder markdown = new StringBuilder();
    private final List<BarChart.Bar> rates = new ArrayList<>();
    private final List<BarChart.Bar> costs = new ArrayList<>();
    private final StringBuilder csv = new StringBuilder(
            "cell,server,round,calls,seconds,calls_per_s,p50_us,p99_us,failures,cpu_s,cpu_s_per_million\n");

    RemoteReport(String title, long seed) {
        this.seed = seed;
        markdown.append(title)
                .append(
                        "\n\n| Calls | Server | calls/s | p50, µs | p99, µs | server CPU s for a million | failures |\n")
                .append("|---|---|---|---|---|---|---|\n");
    }

    /**
     * Adds a cell.
     *
     * @param samples the turns of each server, in the order of the rounds; Keelson's under {@code keelson}
     */
    void add(String cell, Map<String, List<RemoteSample>> samples) {
        samples.forEach((server, turns) -> {
            String label = cell + ", " + server;
            boolean ours = server.equals("keelson");
            rates.add(new BarChart.Bar(label, ours, figures(turns, RemoteSample::callsPerSecond)));
            costs.add(new BarChart.Bar(label, ours, figures(turns, RemoteSample::cpuPerMillion)));
            markdown.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.0f | %.0f | %.0f | %.1f | %d |%n",
                    cell,
                    server,
                    Statistics.median(figures(turns, RemoteSample::callsPerSecond)),
                    Statistics.median(figures(turns, RemoteSample::p50)),
                    Statistics.median(figures(turns, RemoteSample::p99)),
                    Statistics.median(figures(turns, RemoteSample::cpuPerMillion)),
                    turns.stream().mapToLong(RemoteSample::failures).sum()));
            for (int round = 0; round < turns.size(); round++) {
                csv(cell, server, round + 1, turns.get(round));
            }
        });
        List<RemoteSample> keelson = samples.get("keelson");
        if (keelson == null) {
            return;
        }
        samples.forEach((server, turns) -> {
            if (server.equals("wildfly") || samples.size() == 2 && !server.equals("keelson")) {
                markdown.append(String.format(
                        Locale.ROOT,
                        "| %s | keelson / %s | %s | %s | %s | %s | |%n",
                        cell,
                        server,
                        ratio(keelson, turns, RemoteSample::callsPerSecond),
                        ratio(keelson, turns, RemoteSample::p50),
                        ratio(keelson, turns, RemoteSample::p99),
                        ratio(keelson, turns, RemoteSample::cpuPerMillion)));
            }
        });
    }

    private void csv(String cell, String server, int round, RemoteSample of) {
        csv.append(String.format(
                Locale.ROOT,
                "%s,%s,%d,%d,%.3f,%.0f,%.1f,%.1f,%d,%.2f,%.2f%n",
                cell,
                server,
                round,
                of.calls(),
                of.seconds(),
                of.callsPerSecond(),
                of.p50(),
                of.p99(),
                of.failures(),
                of.cpu(),
                of.cpuPerMillion()));
    }

    private Statistics.Ratio ratio(
            List<RemoteSample> above, List<RemoteSample> below, ToDoubleFunction<RemoteSample> figure) {
        return Statistics.ratio(figures(above, figure), figures(below, figure), seed);
    }

    private static double[] figures(List<RemoteSample> turns, ToDoubleFunction<RemoteSample> figure) {
        return turns.stream().mapToDouble(figure).toArray();
    }

    String markdown() {
        return markdown.toString();
    }

    /** Draws rates and costs of all cells. */
    String svg(String title) {
        return new BarChart(
                        title,
                        List.of(
                                new BarChart.Panel("calls a second", rates),
                                new BarChart.Panel("processor seconds of the server for a million", costs)))
                .svg();
    }

    String csv() {
        return csv.toString();
    }
}
