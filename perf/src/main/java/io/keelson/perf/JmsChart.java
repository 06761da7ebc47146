package io.keelson.perf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Draws the figures of the study of messages: a panel for each kind of destination and number of producers. */
final class JmsChart {
    private static final Pattern LINE = Pattern.compile("\"(.*)\",(queue|topic),(\\d+),([0-9.]+)");

    private JmsChart() {}

    /** Draws lines as the study writes them. Rows of other questions, such as sizes, are left out. */
    static String svg(String csv) {
        Map<String, Map<String, List<Double>>> panels = new LinkedHashMap<>();
        for (String line : csv.lines().toList()) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches() && isConfiguration(matcher.group(1))) {
                String panel = matcher.group(2) + ", " + producers(matcher.group(3));
                panels.computeIfAbsent(panel, name -> new LinkedHashMap<>())
                        .computeIfAbsent(matcher.group(1), name -> new ArrayList<>())
                        .add(Double.valueOf(matcher.group(4)));
            }
        }
        List<BarChart.Panel> drawn = new ArrayList<>();
        panels.forEach((panel, rows) -> drawn.add(new BarChart.Panel(panel, bars(rows))));
        return new BarChart("Messages a second received by one synchronous consumer", drawn).svg();
    }

    private static boolean isConfiguration(String row) {
        return row.startsWith("Keelson") || row.startsWith("+ ") || row.startsWith("Artemis");
    }

    private static String producers(String number) {
        return number.equals("1") ? "1 producer" : number + " producers";
    }

    private static List<BarChart.Bar> bars(Map<String, List<Double>> rows) {
        List<BarChart.Bar> bars = new ArrayList<>();
        rows.forEach((row, values) -> bars.add(new BarChart.Bar(
                row.replace("Artemis, ", "Artemis ")
                        .replace("non-blocking, own window", "with window")
                        .replace("blocking, no window", "blocking"),
                !row.startsWith("Artemis"),
                values.stream().mapToDouble(Double::doubleValue).toArray())));
        return bars;
    }
}
