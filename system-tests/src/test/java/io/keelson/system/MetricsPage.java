package io.keelson.system;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of metrics, read as strictly as Prometheus's own tools do: a family has one type and one help before its samples, stands in one
 * piece, has samples that fit its type, and no series twice; ranges of a histogram only grow and end with all.
 */
final class MetricsPage {
    private static final Pattern HEAD = Pattern.compile("# (HELP|TYPE|UNIT) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
    private static final Pattern SAMPLE =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\{((?:[^\"]|\"(?:[^\"\\\\\n]|\\\\[\\\\\"n])*\")*)} (\\S+)");
    private static final Pattern LABEL =
            Pattern.compile("\\G,?([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\\\\\"n])*)\"");

    private final boolean openMetrics;
    private final Map<String, Family> families = new LinkedHashMap<>();
    private final Set<String> series = new HashSet<>();
    private Family current;

    /** What stands under one name. */
    static final class Family {
        final String name;
        final List<Sample> samples = new ArrayList<>();
        String type = "";
        String help = "";
        String unit = "";

        Family(String name) {
            this.name = name;
        }
    }

    /** A line. */
    record Sample(String name, Map<String, String> labels, double value) {}

    private MetricsPage(boolean openMetrics) {
        this.openMetrics = openMetrics;
    }

    /**
     * Reads one.
     *
     * @param openMetrics whether it is OpenMetrics, else Prometheus's own format
     * @throws IllegalArgumentException with the first thing that is wrong
     */
    static Map<String, Family> read(String text, boolean openMetrics) {
        return new MetricsPage(openMetrics).read(text);
    }

    private Map<String, Family> read(String text) {
        check(text.endsWith("\n"), "the last line has no end");
        List<String> lines =
                new ArrayList<>(List.of(text.substring(0, text.length() - 1).split("\n", -1)));
        if (openMetrics) {
            check(lines.remove(lines.size() - 1).equals("# EOF"), "no # EOF at the end");
        }
        for (String line : lines) {
            if (line.startsWith("#")) {
                head(line);
            } else {
                sample(line);
            }
        }
        families.values().forEach(this::check);
        return families;
    }

    private void head(String line) {
        Matcher head = HEAD.matcher(line);
        check(head.matches(), "no head: " + line);
        String name = head.group(2);
        if (current == null || !current.name.equals(name)) {
            check(!families.containsKey(name), "in several pieces: " + name);
            current = new Family(name);
            families.put(name, current);
        }
        check(current.samples.isEmpty(), "a head below samples: " + line);
        String said = head.group(3);
        switch (head.group(1)) {
            case "HELP" -> {
                check(current.help.isEmpty(), "help twice: " + name);
                current.help = said;
            }
            case "TYPE" -> {
                check(current.type.isEmpty(), "type twice: " + name);
                current.type = said;
            }
            default -> {
                check(openMetrics && name.endsWith("_" + said), "a unit that the name does not end with: " + line);
                current.unit = said;
            }
        }
    }

    private void sample(String line) {
        Matcher sample = SAMPLE.matcher(line);
        check(sample.matches(), "no sample: " + line);
        check(series.add(line.substring(0, line.lastIndexOf(' '))), "twice: " + line);
        Map<String, String> labels = new TreeMap<>();
        Matcher label = LABEL.matcher(sample.group(2));
        int end = 0;
        while (label.find()) {
            check(labels.put(label.group(1), label.group(2)) == null, "a label twice: " + line);
            end = label.end();
        }
        check(end == sample.group(2).length(), "labels that cannot be read: " + line);
        check(current != null && fits(sample.group(1)), "a sample that does not belong there: " + line);
        current.samples.add(new Sample(sample.group(1), labels, Double.parseDouble(sample.group(3))));
    }

    private boolean fits(String name) {
        String family = current.name;
        return switch (current.type) {
            case "counter" -> name.equals(openMetrics ? family + "_total" : family) && name.endsWith("_total");
            case "gauge" -> name.equals(family) && !name.endsWith("_total");
            case "histogram" ->
                Set.of(family + "_bucket", family + "_count", family + "_sum").contains(name);
            default -> name.equals(family);
        };
    }

    private void check(Family family) {
        check(!family.type.isEmpty() && !family.samples.isEmpty(), "no type, or no sample: " + family.name);
        for (Sample sample : family.samples) {
            check(!family.type.equals("counter") || sample.value >= 0, "a counter below 0: " + sample);
        }
        if (family.type.equals("histogram")) {
            histogram(family);
        }
    }

    private static void histogram(Family family) {
        Map<Map<String, String>, List<Sample>> ranges = new HashMap<>();
        Map<Map<String, String>, Double> counts = new HashMap<>();
        for (Sample sample : family.samples) {
            Map<String, String> labels = new TreeMap<>(sample.labels);
            String bound = labels.remove("le");
            if (sample.name.endsWith("_bucket")) {
                check(bound != null, "no bound: " + sample);
                ranges.computeIfAbsent(labels, none -> new ArrayList<>()).add(sample);
            } else if (sample.name.endsWith("_count")) {
                counts.put(labels, sample.value);
            }
        }
        ranges.forEach((labels, all) -> {
            for (int i = 1; i < all.size(); i++) {
                check(
                        bound(all.get(i)) > bound(all.get(i - 1)) && all.get(i).value >= all.get(i - 1).value,
                        "ranges that do not grow: " + all);
            }
            Sample last = all.get(all.size() - 1);
            check(last.labels.get("le").equals("+Inf") && counts.get(labels) == last.value, "not all: " + last);
        });
    }

    private static double bound(Sample range) {
        String bound = range.labels.get("le");
        return bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound);
    }

    private static void check(boolean right, String wrong) {
        if (!right) {
            throw new IllegalArgumentException(wrong);
        }
    }
}
