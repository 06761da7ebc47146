package io.keelson.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Judges what producers and consumers of {@code jmsclient.Traffic} have written down, and knows nothing else: what was acknowledged is
 * received, what comes again is marked, and the messages of a producer come in their order. Used by one thread.
 */
final class TrafficChecker {
    private final Set<String> sent = new HashSet<>();
    private final Map<String, String> received = new HashMap<>();
    private final List<String> unmarked = new ArrayList<>();
    private final List<String> disorder = new ArrayList<>();
    private int twice;

    private record Got(String consumer, String producer, int number, boolean redelivered) {}

    private TrafficChecker() {}

    /** Reads the files of a directory. A line that has no end yet is left out. */
    static TrafficChecker of(Path journal) throws IOException {
        TrafficChecker made = new TrafficChecker();
        TreeMap<Long, Got> got = new TreeMap<>();
        try (Stream<Path> files = Files.list(journal)) {
            for (Path each : files.toList()) {
                String name = each.getFileName().toString();
                for (String line : whole(each)) {
                    String[] parts = line.split(" ");
                    if (name.startsWith("sent-")) {
                        made.sent.add(name.substring("sent-".length()) + " " + line);
                    } else {
                        got.put(
                                Long.parseLong(parts[0]),
                                new Got(name, parts[1], Integer.parseInt(parts[2]), Boolean.parseBoolean(parts[3])));
                    }
                }
            }
        }
        made.judge(got);
        return made;
    }

    /** Returns the lines that are written to their end. */
    private static List<String> whole(Path file) throws IOException {
        String text = Files.readString(file);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    private void judge(TreeMap<Long, Got> got) {
        Map<String, Integer> last = new TreeMap<>();
        got.forEach((place, each) -> {
            String before = received.put(each.producer() + " " + each.number(), place + ": " + each);
            if (before != null) {
                twice++;
                if (!each.redelivered()) {
                    unmarked.add(place + ": " + each + " after " + before);
                }
                return;
            }
            Integer number = last.put(each.producer(), each.number());
            if (number != null && number > each.number()) {
                disorder.add(place + ": after " + number + " came " + each);
            }
        });
    }

    /** Returns messages that came a second time without a mark. */
    List<String> unmarked() {
        return unmarked;
    }

    /** Returns messages that came behind a later one of their producer. */
    List<String> disorder() {
        return disorder;
    }

    /** Returns messages that were acknowledged and not received. */
    Set<String> missing() {
        Set<String> missing = new HashSet<>(sent);
        missing.removeAll(received.keySet());
        return missing;
    }

    @Override
    public String toString() {
        return sent.size() + " acknowledged, " + received.size() + " received, "
                + missing().size() + " missing, "
                + twice + " again with a mark or without, " + unmarked.size() + " of them without, "
                + disorder.size() + " out of order";
    }
}
