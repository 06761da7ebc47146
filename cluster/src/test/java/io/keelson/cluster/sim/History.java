package io.keelson.cluster.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What happened, as JSON lines, and the checkers over it. Both checkers look at each event once.
 *
 * <p>{@code hold}: a server checked its lease and believes in it, at that true time. No server may believe in an epoch
 * after another has been seen to believe in a higher one of that name, and none in an epoch that is another's.
 *
 * <p>{@code accept}: the fenced register took a write. Its epochs never fall.
 */
final class History {
    private final boolean keeps;
    private final List<String> lines = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Map<String, Holder> holders = new TreeMap<>();
    private final Map<String, Long> accepted = new TreeMap<>();
    private final Map<String, Long> lastHolds = new TreeMap<>();
    private final Map<Long, String> fired = new TreeMap<>();
    private long lastFired;
    private long events;

    /** With the lines, for a replay, or without, for speed. */
    History(boolean keeps) {
        this.keeps = keeps;
    }

    void hold(long time, String server, String name, long epoch) {
        line(time, server, "hold", name, epoch);
        lastHolds.put(name, time);
        Holder highest = holders.get(name);
        if (highest != null && highest.epoch > epoch) {
            violation(
                    time,
                    "overlap",
                    server + " believes in " + name + " epoch " + epoch + " after " + highest.server
                            + " believed in epoch " + highest.epoch);
        } else if (highest != null && highest.epoch == epoch && !highest.server.equals(server)) {
            violation(
                    time,
                    "overlap",
                    server + " and " + highest.server + " both believe in " + name + " epoch " + epoch);
        } else {
            holders.put(name, new Holder(epoch, server));
        }
    }

    void accept(long time, String server, String name, long epoch) {
        line(time, server, "accept", name, epoch);
        Long highest = accepted.merge(name, epoch, Math::max);
        if (highest != epoch) {
            violation(time, "stale", "the register took epoch " + epoch + " of " + name + " after " + highest);
        }
    }

    /** The timer's firing of that number was acknowledged. */
    void fired(long time, String server, long number, long epoch) {
        line(time, server, "fired " + number, "timer", epoch);
        String by = server + " in epoch " + epoch;
        String before = fired.putIfAbsent(number, by);
        if (before != null) {
            violation(time, "twice", by + " fired " + number + " after " + before);
        }
        lastFired = Math.max(lastFired, number);
    }

    long lastFired() {
        return lastFired;
    }

    void note(long time, String server, String what) {
        line(time, server, what, "", 0);
    }

    void note(long time, String server, String what, String name, long epoch) {
        line(time, server, what, name, epoch);
    }

    void violation(long time, String kind, String text) {
        if (violations.size() < 10) {
            violations.add(kind + " at " + time + ": " + text);
        }
        line(time, "checker", kind, text, 0);
    }

    List<String> violations() {
        return violations;
    }

    List<String> lines() {
        return lines;
    }

    long events() {
        return events;
    }

    /** Returns when somebody was last seen to believe in a lease of that name; 0: never. */
    long lastHold(String name) {
        return lastHolds.getOrDefault(name, 0L);
    }

    private void line(long time, String server, String event, String name, long epoch) {
        events++;
        if (keeps) {
            lines.add("{\"t\":" + time + ",\"p\":\"" + server + "\",\"e\":\"" + event + "\",\"name\":\"" + name
                    + "\",\"epoch\":" + epoch + "}");
        }
    }

    private record Holder(long epoch, String server) {}
}
