package io.keelson.perf;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The study of sessions as tables in Markdown and as a chart. Medians of the rounds; ratios are to the sessions in memory of the same
 * servers in the same part.
 *
 * @param parts what was measured, in the order of the report
 * @param seed of the bootstrap
 */
record SessionsReport(List<Part> parts, long seed) {
    private static final List<String> LOCAL = List.of("memory", "local");

    /** A server and one of its applications, as it is in files. */
    static String id(String server, String application) {
        return server + '-' + application;
    }

    /** Returns whether the other server has a session as soon as a request is answered, or at least when it is asked a little later. */
    static boolean travels(String application) {
        return application.equals("distributable") || application.contains("replicated");
    }

    private static String local(Part part, String id) {
        String server = id.substring(0, id.indexOf('-'));
        return LOCAL.stream()
                .map(application -> id(server, application))
                .filter(part.samples()::containsKey)
                .findFirst()
                .orElse("");
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(String.format(
                    Locale.ROOT,
                    "### %,d bytes, %s%n%n%d rounds of %s s in turns after %s s of warm-up each; %s connections, each a session, to both"
                            + " servers; JDK %s, `%s`, %s processors; bootstrap of %,d draws, seed %d.%n%n",
                    Integer.valueOf(part.parameter("bytes")),
                    part.parameter("fill"),
                    part.rounds(),
                    part.parameter("seconds"),
                    part.parameter("warm-up"),
                    part.parameter("connections"),
                    part.parameter("jdk"),
                    part.parameter("jvm"),
                    part.parameter("processors"),
                    Statistics.DRAWS,
                    seed));
            text.append(
                    "| Sessions | requests/s | to memory | p50 ms | p99 ms | CPU s per million, both servers (user +"
                            + " system) | to memory | allocated bytes | RSS MiB | generator |\n");
            text.append("|---|---|---|---|---|---|---|---|---|---|\n");
            part.samples().keySet().forEach(id -> text.append(row(part, id)));
            text.append('\n');
        }
        return text.toString();
    }

    private String row(Part part, String id) {
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %s | %.2f | %.2f | %.1f (%.1f + %.1f) | %s | %,.0f | %.0f | %.0f %% |%n",
                id.replaceFirst("-", ", "),
                median(part, id, Sample::requestsPerSecond),
                ratio(part, id, Sample::requestsPerSecond),
                median(part, id, Sample::p50) / 1000,
                median(part, id, Sample::p99) / 1000,
                median(part, id, Sample::cpuPerMillion),
                median(part, id, Sample::userPerMillion),
                median(part, id, Sample::systemPerMillion),
                ratio(part, id, Sample::cpuPerMillion),
                median(part, id, Sample::allocated),
                median(part, id, Sample::residentMebibytes),
                100 * median(part, id, Sample::generatorShare));
    }

    private static double[] figures(Part part, String id, ToDoubleFunction<Sample> figure) {
        return part.samples().getOrDefault(id, List.of()).stream()
                .mapToDouble(figure)
                .toArray();
    }

    private static double median(Part part, String id, ToDoubleFunction<Sample> figure) {
        return Statistics.median(figures(part, id, figure));
    }

    private String ratio(Part part, String id, ToDoubleFunction<Sample> figure) {
        String to = local(part, id);
        if (to.isEmpty() || to.equals(id)) {
            return "";
        }
        return Statistics.ratio(figures(part, id, figure), figures(part, to, figure), seed)
                .toString();
    }

    String chart() {
        List<BarChart.Panel> panels = new ArrayList<>();
        for (Part part : parts) {
            List<BarChart.Bar> bars = new ArrayList<>();
            part.samples()
                    .forEach((id, turns) -> bars.add(new BarChart.Bar(
                            id.replaceFirst("-", ", "),
                            id.startsWith("keelson"),
                            turns.stream()
                                    .mapToDouble(sample -> sample.requestsPerSecond() / 1000)
                                    .toArray())));
            panels.add(new BarChart.Panel("an attribute of " + part.parameter("bytes") + " bytes", bars));
        }
        return new BarChart("Thousand requests a second: median, least and greatest of the rounds", panels).svg();
    }
}
