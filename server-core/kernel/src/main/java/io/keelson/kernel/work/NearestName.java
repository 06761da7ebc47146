package io.keelson.kernel.work;

import java.util.List;
import java.util.stream.Stream;

/** Which of the known names somebody may have meant. */
final class NearestName {
    private NearestName() {}

    /** A half sentence that names the nearest name when it is near, else all of them. */
    static String advice(String wanted, Stream<String> known) {
        List<String> names = known.sorted().toList();
        String nearest = names.get(0);
        for (String name : names) {
            if (distance(wanted, name) < distance(wanted, nearest)) {
                nearest = name;
            }
        }
        return distance(wanted, nearest) <= Math.max(2, wanted.length() / 3)
                ? "did you mean '" + nearest + "'?"
                : "it has " + String.join(", ", names);
    }

    /** Levenshtein's distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int above = row[j];
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
