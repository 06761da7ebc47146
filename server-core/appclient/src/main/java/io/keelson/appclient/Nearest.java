package io.keelson.appclient;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Suggests names for one that is not there. */
final class Nearest {
    private Nearest() {}

    /** Returns a sentence with the nearest name and all of them, to follow another sentence; empty where there are none. */
    static String of(String name, Collection<String> names) {
        List<String> sorted = names.stream().sorted().toList();
        if (sorted.isEmpty()) {
            return "";
        }
        String nearest = sorted.stream()
                .min(Comparator.comparingInt(each -> distance(name, each)))
                .orElseThrow();
        boolean near = distance(name, nearest) <= Math.max(2, name.length() / 3);
        return (near ? "; did you mean '" + nearest + "'?" : ";") + " There " + (sorted.size() == 1 ? "is: " : "are: ")
                + String.join(", ", sorted);
    }

    /** Returns how many characters are to be changed, added or left out, without regard to case. */
    static int distance(String from, String to) {
        String a = from.toLowerCase(Locale.ROOT);
        String b = to.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
