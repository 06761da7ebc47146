package io.keelson.perf;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The study of requests as a table in Markdown, as CSV and as a chart. Medians of the rounds; ratios are of medians of the same
 * part, with their 95 % bootstrap interval.
 *
 * @param parts what was measured, in the order of the report
 * @param seed of the bootstrap
 */
record HttpReport(List<Part> parts, long seed) {
    private static final String TOMCAT = Contender.TOMCAT.id();
    private static final String NETTY = Contender.NETTY.id();
    private static final List<String> COLUMNS = List.of(
            "protocol",
            "workload",
            "connections",
            "server",
            "rounds",
            "requests_per_second",
            "requests_to_tomcat",
            "requests_to_tomcat_low",
            "requests_to_tomcat_high",
            "p50_us",
            "p99_us",
            "cpu_s_per_million",
            "user_s_per_million",
            "system_s_per_million",
            "cpu_to_tomcat",
            "cpu_to_tomcat_low",
            "cpu_to_tomcat_high",
            "cpu_to_netty",
            "cpu_to_netty_low",
            "cpu_to_netty_high",
            "allocated_bytes_per_request",
            "rss_mib");

    String markdown() {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(String.format(
                    Locale.ROOT,
                    "### %s, %s connections%n%n%s%n%n",
                    title(part),
                    part.parameter("connections"),
                    conditions(part)));
            text.append("| Server | requests/s | to Tomcat | p50 µs | p99 µs | CPU s per million (user + system) | to"
                    + " Tomcat | to bare Netty | allocated bytes | RSS MiB | generator |\n");
            text.append("|---|---|---|---|---|---|---|---|---|---|---|\n");
            part.samples().keySet().forEach(server -> text.append(row(part, server)));
            text.append('\n');
        }
        return text.toString();
    }

    private String row(Part part, String server) {
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %s | %,.0f | %,.0f | %.2f (%.2f + %.2f) | %s | %s | %,.0f | %.0f | %.0f %% |%n",
                Contender.of(server).title(),
                median(part, server, Sample::requestsPerSecond),
                ratio(part, server, TOMCAT, Sample::requestsPerSecond),
                median(part, server, Sample::p50),
                median(part, server, Sample::p99),
                median(part, server, Sample::cpuPerMillion),
                median(part, server, Sample::userPerMillion),
                median(part, server, Sample::systemPerMillion),
                ratio(part, server, TOMCAT, Sample::cpuPerMillion),
                ratio(part, server, NETTY, Sample::cpuPerMillion),
                median(part, server, Sample::allocated),
                resident(part, server),
                100 * median(part, server, Sample::generatorShare));
    }

    private String conditions(Part part) {
        return String.format(
                Locale.ROOT,
                "%d rounds of %s s in turns after %s s of warm-up each; JDK %s, `%s`, %s processors; bootstrap of %,d"
                        + " draws, seed %d.",
                part.rounds(),
                part.parameter("seconds"),
                part.parameter("warm-up"),
                part.parameter("jdk"),
                part.parameter("jvm"),
                part.parameter("processors"),
                Statistics.DRAWS,
                seed);
    }

    String csv() {
        StringBuilder text = new StringBuilder(String.join(",", COLUMNS)).append('\n');
        for (Part part : parts) {
            for (String server : part.samples().keySet()) {
                List<String> fields = new ArrayList<>(List.of(
                        protocol(part).id(),
                        part.parameter("workload"),
                        part.parameter("connections"),
                        server,
                        String.valueOf(part.rounds())));
                fields.add(figure(median(part, server, Sample::requestsPerSecond)));
                addRatio(fields, statistic(part, server, TOMCAT, Sample::requestsPerSecond));
                fields.add(figure(median(part, server, Sample::p50)));
                fields.add(figure(median(part, server, Sample::p99)));
                fields.add(figure(median(part, server, Sample::cpuPerMillion)));
                fields.add(figure(median(part, server, Sample::userPerMillion)));
                fields.add(figure(median(part, server, Sample::systemPerMillion)));
                addRatio(fields, statistic(part, server, TOMCAT, Sample::cpuPerMillion));
                addRatio(fields, statistic(part, server, NETTY, Sample::cpuPerMillion));
                fields.add(figure(median(part, server, Sample::allocated)));
                fields.add(figure(resident(part, server)));
                text.append(String.join(",", fields)).append('\n');
            }
        }
        return text.toString();
    }

    private static void addRatio(List<String> fields, Statistics.@Nullable Ratio ratio) {
        fields.addAll(
                ratio == null
                        ? List.of("", "", "")
                        : List.of(figure(ratio.value()), figure(ratio.low()), figure(ratio.high())));
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    String chart() {
        List<BarChart.Panel> panels = new ArrayList<>();
        for (Part part : parts) {
            List<BarChart.Bar> bars = new ArrayList<>();
            part.samples()
                    .forEach((server, turns) -> bars.add(new BarChart.Bar(
                            Contender.of(server).title(),
                            Contender.of(server).keelson(),
                            turns.stream().mapToDouble(Sample::cpuPerMillion).toArray())));
            panels.add(new BarChart.Panel(title(part) + ", " + part.parameter("connections") + " connections", bars));
        }
        return new BarChart("CPU seconds for a million requests: median, least and greatest of the rounds", panels)
                .svg();
    }

    private static String title(Part part) {
        String title = Workload.of(part.parameter("workload")).title();
        Protocol protocol = protocol(part);
        if (protocol == Protocol.HTTP1) {
            return title;
        }
        String over = title + ", " + protocol.title();
        return protocol.http2() ? over + ", " + part.parameter("streams") + " streams a connection" : over;
    }

    /** Parts of before have none written down: they were of HTTP/1.1. */
    static Protocol protocol(Part part) {
        return Protocol.of(part.parameters().getOrDefault("protocol", Protocol.HTTP1.id()));
    }

    private static double[] figures(Part part, String server, ToDoubleFunction<Sample> figure) {
        return part.samples().getOrDefault(server, List.of()).stream()
                .mapToDouble(figure)
                .toArray();
    }

    private static double median(Part part, String server, ToDoubleFunction<Sample> figure) {
        return Statistics.median(figures(part, server, figure));
    }

    /** After its last turn. */
    private static double resident(Part part, String server) {
        double[] turns = figures(part, server, Sample::residentMebibytes);
        return turns[turns.length - 1];
    }

    private String ratio(Part part, String server, String to, ToDoubleFunction<Sample> figure) {
        Statistics.Ratio ratio = statistic(part, server, to, figure);
        return ratio == null ? "" : ratio.toString();
    }

    private Statistics.@Nullable Ratio statistic(Part part, String server, String to, ToDoubleFunction<Sample> figure) {
        if (server.equals(to) || !part.samples().containsKey(to)) {
            return null;
        }
        return Statistics.ratio(figures(part, server, figure), figures(part, to, figure), seed);
    }
}
