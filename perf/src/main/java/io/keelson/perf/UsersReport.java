package io.keelson.perf;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The study of users as tables in Markdown and as a chart: medians of the rounds, ratios to the first row of the same part.
 *
 * @param parts one for each size of sessions
 * @param seed of the bootstrap
 */
record UsersReport(List<Part> parts, long seed) {
    /**
     * Measurements with sessions of one size.
     *
     * @param folders a session
     * @param users a server
     * @param parameters what was run
     * @param samples the rounds of each row, by its id, in the order of the report
     * @param knees the most users a server that are well, by the id of the row; not of all rows
     */
    record Part(
            int folders,
            int users,
            Map<String, String> parameters,
            Map<String, List<UsersSample>> samples,
            Map<String, Integer> knees) {
        /** All samples, a line each. */
        String csv() {
            StringBuilder text = new StringBuilder("row," + UsersSample.COLUMNS + '\n');
            samples.forEach((id, turns) -> turns.forEach(
                    turn -> text.append(id).append(',').append(turn.csv()).append('\n')));
            return text.toString();
        }

        private double[] figures(String id, ToDoubleFunction<UsersSample> figure) {
            return samples.getOrDefault(id, List.of()).stream()
                    .mapToDouble(figure)
                    .toArray();
        }

        private double median(String id, ToDoubleFunction<UsersSample> figure) {
            return Statistics.median(figures(id, figure));
        }

        private String first() {
            return samples.keySet().iterator().next();
        }
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(String.format(
                    Locale.ROOT,
                    "### Sessions of %d KB, %d users a server%n%n%s rounds of %s s in turns after %s s of "
                            + "warm-up each, think time %s ms, each page"
                            + " composed %s times; JDK %s, %s processors. In brackets 95 %% intervals, bootstrap of %,d "
                            + "draws, seed %d.%n%n",
                    part.folders(),
                    part.users(),
                    part.parameters().get("rounds"),
                    part.parameters().get("seconds"),
                    part.parameters().get("warm-up"),
                    part.parameters().get("think"),
                    part.parameters().get("work"),
                    part.parameters().get("jdk"),
                    part.parameters().get("processors"),
                    Statistics.DRAWS,
                    seed));
            text.append(
                    "| Sessions | users a server | within target | transactions/s | to the first | p50 ms | p90 ms | to the first |"
                            + " p99 ms | CPU ms a transaction | GC ms a second | bytes written | bytes sent | failed | wrong | knee |\n");
            text.append("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
            part.samples().keySet().forEach(id -> text.append(row(part, id)));
            text.append('\n');
        }
        return text.toString();
    }

    private String row(Part part, String id) {
        Integer knee = part.knees().get(id);
        return String.format(
                Locale.ROOT,
                "| %s | %.0f | %.2f %% | %,.0f | %s | %.1f | %.1f | %s | %.1f | %.2f | %.1f | %,.0f | %,.0f | %.0f | %.0f | %s |%n",
                UsersRow.of(id).title(),
                part.median(id, UsersSample::users),
                100 * part.median(id, sample -> sample.seen().share()),
                part.median(id, UsersSample::perSecond),
                ratio(part, id, UsersSample::perSecond),
                part.median(id, sample -> sample.seen().p50()) / 1000,
                part.median(id, sample -> sample.seen().p90()) / 1000,
                ratio(part, id, sample -> sample.seen().p90()),
                part.median(id, sample -> sample.seen().p99()) / 1000,
                part.median(id, UsersSample::cpuMillis),
                part.median(id, UsersSample::gcMillisPerSecond),
                part.median(
                        id,
                        sample ->
                                (double) sample.used().written() / sample.seen().done()),
                part.median(
                        id,
                        sample -> (double) sample.used().sent() / sample.seen().done()),
                sum(part, id, sample -> sample.seen().failed()),
                sum(part, id, sample -> sample.seen().wrong()),
                knee == null ? "" : knee == 0 ? "below 10" : String.valueOf(knee));
    }

    private static double sum(Part part, String id, ToDoubleFunction<UsersSample> figure) {
        double sum = 0;
        for (double one : part.figures(id, figure)) {
            sum += one;
        }
        return sum;
    }

    private String ratio(Part part, String id, ToDoubleFunction<UsersSample> figure) {
        return id.equals(part.first())
                ? ""
                : Statistics.ratio(part.figures(id, figure), part.figures(part.first(), figure), seed)
                        .toString();
    }

    String chart() {
        List<BarChart.Panel> panels = new ArrayList<>();
        for (Part part : parts) {
            List<BarChart.Bar> within = new ArrayList<>();
            List<BarChart.Bar> knees = new ArrayList<>();
            part.samples()
                    .keySet()
                    .forEach(id -> within.add(new BarChart.Bar(
                            id,
                            !id.equals(part.first()),
                            part.figures(id, s -> 100 * s.seen().share()))));
            part.knees()
                    .forEach((id, users) ->
                            knees.add(new BarChart.Bar(id, !id.equals(part.first()), new double[] {users})));
            panels.add(new BarChart.Panel(
                    part.folders() + " KB, " + part.users() + " users a server: % within target", within));
            panels.add(new BarChart.Panel(part.folders() + " KB: users a server at the knee", knees));
        }
        return new BarChart("What it costs to keep sessions, as users see it", panels).svg();
    }
}
