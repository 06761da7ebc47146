package io.keelson.admin.change;

import java.util.List;

/** Difference between two texts, line by line: {@code -} gone, {@code +} new, with the lines around. */
final class LineDiff {
    private static final int AROUND = 3;
    /** Beyond so many pairs of lines the part that differs is shown as gone and new as a whole. */
    private static final long MOST_PAIRS = 4_000_000;

    private final List<String> before;
    private final List<String> after;

    private LineDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    /** The difference; empty where there is none. */
    static String of(String before, String after) {
        return before.equals(after)
                ? ""
                : new LineDiff(before.lines().toList(), after.lines().toList()).write();
    }

    private String write() {
        int head = 0;
        int shorter = Math.min(before.size(), after.size());
        while (head < shorter && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head
                && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        StringBuilder out = new StringBuilder();
        int from = Math.max(0, head - AROUND);
        out.append("@@ line ").append(from + 1).append(" @@\n");
        before.subList(from, head).forEach(line -> line(out, ' ', line));
        middle(out, before.subList(head, before.size() - tail), after.subList(head, after.size() - tail));
        int end = before.size() - tail;
        before.subList(end, Math.min(before.size(), end + AROUND)).forEach(line -> line(out, ' ', line));
        return out.toString();
    }

    private static void middle(StringBuilder out, List<String> old, List<String> fresh) {
        if ((long) old.size() * fresh.size() > MOST_PAIRS) {
            old.forEach(line -> line(out, '-', line));
            fresh.forEach(line -> line(out, '+', line));
            return;
        }
        int[][] common = common(old, fresh);
        int i = 0;
        int j = 0;
        while (i < old.size() || j < fresh.size()) {
            if (i < old.size() && j < fresh.size() && old.get(i).equals(fresh.get(j))) {
                line(out, ' ', old.get(i++));
                j++;
            } else if (i < old.size() && (j == fresh.size() || common[i + 1][j] >= common[i][j + 1])) {
                line(out, '-', old.get(i++));
            } else {
                line(out, '+', fresh.get(j++));
            }
        }
    }

    /** Returns how many lines the rests of both have in common, by where the rests begin. */
    private static int[][] common(List<String> old, List<String> fresh) {
        int[][] common = new int[old.size() + 1][fresh.size() + 1];
        for (int i = old.size() - 1; i >= 0; i--) {
            for (int j = fresh.size() - 1; j >= 0; j--) {
                common[i][j] = old.get(i).equals(fresh.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private static void line(StringBuilder out, char sign, String line) {
        out.append(sign).append(line).append('\n');
    }
}
