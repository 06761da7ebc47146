package io.keelson.kernel.config;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the name that was probably meant: the one at the least edit distance, where swapping neighbours is one edit. */
public final class NearestName {
    private static final int LISTED = 16;
    private static final int FARTHEST = 4;

    private NearestName() {}

    /** The nearest of the known names, or null when none is near. */
    public static @Nullable String of(String written, Collection<String> known) {
        String best = null;
        int bestDistance = Math.min(FARTHEST, Math.max(1, written.length() / 3)) + 1;
        for (String name : known) {
            if (Math.abs(name.length() - written.length()) < bestDistance) {
                int distance = distance(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
                if (distance < bestDistance) {
                    best = name;
                    bestDistance = distance;
                }
            }
        }
        return best;
    }

    /** The second half of a message about an unknown name. */
    public static String hint(String written, Collection<String> known) {
        String nearest = of(written, known);
        if (nearest != null) {
            return "; did you mean " + nearest + "?";
        }
        if (known.isEmpty()) {
            return "; none is defined";
        }
        String more = known.size() > LISTED ? ", ..." : "";
        return known.stream().sorted().limit(LISTED).collect(Collectors.joining(", ", "; known: ", more));
    }

    /** Edits from one to the other: insert, delete, replace, swap neighbours. */
    static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replace, Math.min(last[j], row[j - 1]) + 1);
                boolean swap =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swap) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return last[b.length()];
    }
}
