package io.keelson.perf;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * The study of the muxers as tables in Markdown and as a chart. Where an interval holds 1 it says that the samples show no difference.
 *
 * @param parts what was measured, in the order of the report
 * @param seed of the bootstrap
 */
record MuxerReport(List<Part> parts, long seed) {
    /**
     * Figures of a published measurement on WebLogic Server with 400 virtual users: "Performance Turning for WebLogic Server - Native
     * Muxers vs. Java Muxers", 1 October 2012, ATG CRM benchmark. One reader, then three.
     */
    private static final double[] PUBLISHED_HITS = {29.786, 29.86};

    private static final double[] PUBLISHED_MEAN_SECONDS = {0.248, 0.236};
    private static final double[] PUBLISHED_P90_SECONDS = {0.209, 0.210};

    /** The name of a server in a part. */
    static String id(boolean nativeIo, int readers) {
        return (nativeIo ? "native-" : "java-") + readers;
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(String.format(
                    Locale.ROOT,
                    "### %s, %s idle connections beside%n%n%d rounds of %s s in turns after %s"
                            + " s of warm-up each; JDK %s, `%s`, %s processors; bootstrap of %,d draws, seed %d.%n%n",
                    load(part),
                    part.parameter("idle"),
                    part.rounds(),
                    part.parameter("seconds"),
                    part.parameter("warm-up"),
                    part.parameter("jdk"),
                    part.parameter("jvm"),
                    part.parameter("processors"),
                    Statistics.DRAWS,
                    seed));
            figures(text, part);
            nativeAgainstJava(text, part);
            againstOneReader(text, part);
        }
        return text.toString();
    }

    private static String load(Part part) {
        String connections = part.parameter("connections") + " connections";
        return Double.parseDouble(part.parameter("think-ms")) == 0
                ? connections
                : connections + " that wait " + part.parameter("think-ms") + " ms after each answer";
    }

    private static void figures(StringBuilder text, Part part) {
        text.append("| Muxer | readers | requests/s | mean µs | 90 % µs | p99 µs | CPU s per million |\n"
                + "|---|---|---|---|---|---|---|\n");
        for (String server : part.samples().keySet()) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %,.0f | %,.0f | %,.0f | %,.0f | %.2f |%n",
                    server.startsWith("native") ? "native" : "Java",
                    readers(server),
                    median(part, server, Sample::requestsPerSecond),
                    median(part, server, Sample::mean),
                    median(part, server, Sample::p90),
                    median(part, server, Sample::p99),
                    median(part, server, Sample::cpuPerMillion)));
        }
        text.append('\n');
    }

    private void nativeAgainstJava(StringBuilder text, Part part) {
        text.append("Native by Java, at the same number of readers:\n\n");
        head(text, "Readers");
        for (int readers : readers(part)) {
            ratios(text, part, String.valueOf(readers), id(true, readers), id(false, readers));
        }
        text.append('\n');
    }

    private void againstOneReader(StringBuilder text, Part part) {
        if (!part.samples().containsKey(id(true, 1))) {
            return;
        }
        text.append("More readers by one reader, the same muxer:\n\n");
        head(text, "Muxer and readers");
        for (boolean nativeIo : List.of(true, false)) {
            for (int readers : readers(part)) {
                if (readers > 1) {
                    String name = (nativeIo ? "native, " : "Java, ") + readers;
                    ratios(text, part, name, id(nativeIo, readers), id(nativeIo, 1));
                }
            }
        }
        text.append(String.format(
                Locale.ROOT,
                "| published (WebLogic, 2012), 3 | %.3f | %.2f | %.2f | |%n%n",
                PUBLISHED_HITS[1] / PUBLISHED_HITS[0],
                PUBLISHED_MEAN_SECONDS[1] / PUBLISHED_MEAN_SECONDS[0],
                PUBLISHED_P90_SECONDS[1] / PUBLISHED_P90_SECONDS[0]));
    }

    private static void head(StringBuilder text, String first) {
        text.append("| ")
                .append(first)
                .append(" | requests/s | mean | 90 % | CPU per request |\n|---|---|---|---|---|\n");
    }

    private void ratios(StringBuilder text, Part part, String name, String server, String to) {
        text.append("| ").append(name);
        for (ToDoubleFunction<Sample> figure : List.<ToDoubleFunction<Sample>>of(
                Sample::requestsPerSecond, Sample::mean, Sample::p90, Sample::cpuPerMillion)) {
            Statistics.Ratio ratio = Statistics.ratio(figures(part, server, figure), figures(part, to, figure), seed);
            text.append(" | ").append(ratio).append(ratio.noDifference() ? " no difference shown" : "");
        }
        text.append(" |\n");
    }

    String chart() {
        List<BarChart.Panel> panels = new ArrayList<>();
        for (Part part : parts) {
            String beside = Double.parseDouble(part.parameter("think-ms")) == 0 ? "" : ", paced";
            beside += ", " + part.parameter("idle") + " idle beside";
            panels.add(panel(part, "requests/s, thousands" + beside, sample -> sample.requestsPerSecond() / 1000));
            panels.add(panel(part, "90 % response time, ms" + beside, sample -> sample.p90() / 1000));
        }
        return new BarChart("Socket readers and muxers: median, least and greatest of the rounds", panels).svg();
    }

    private static BarChart.Panel panel(Part part, String title, ToDoubleFunction<Sample> figure) {
        List<BarChart.Bar> bars = new ArrayList<>();
        for (String server : part.samples().keySet()) {
            boolean nativeIo = server.startsWith("native");
            bars.add(new BarChart.Bar(
                    (nativeIo ? "native, " : "Java, ") + readers(server) + " readers",
                    nativeIo,
                    figures(part, server, figure)));
        }
        return new BarChart.Panel(title, bars);
    }

    private static TreeSet<Integer> readers(Part part) {
        TreeSet<Integer> counts = new TreeSet<>();
        part.samples().keySet().forEach(server -> counts.add(readers(server)));
        return counts;
    }

    private static int readers(String server) {
        return Integer.parseInt(server.substring(server.indexOf('-') + 1));
    }

    private static double[] figures(Part part, String server, ToDoubleFunction<Sample> figure) {
        return part.samples().getOrDefault(server, List.of()).stream()
                .mapToDouble(figure)
                .toArray();
    }

    private static double median(Part part, String server, ToDoubleFunction<Sample> figure) {
        return Statistics.median(figures(part, server, figure));
    }
}
