package io.keelson.cache.rest;

import java.util.List;
import java.util.Locale;

/** The field {@code Accept} of a request (RFC 9110, 12.5.1), as far as one type has to be compared with it. */
final class Acceptance {
    private Acceptance() {}

    /** Returns true if a client that sends these fields takes the type. */
    static boolean accepts(List<String> fields, String type) {
        if (fields.isEmpty()) {
            return true;
        }
        String bare = bare(type);
        String any = bare.substring(0, Math.max(0, bare.indexOf('/'))) + "/*";
        int best = -1;
        boolean accepted = false;
        for (String field : fields) {
            for (String range : field.split(",")) {
                String name = bare(range);
                int rank =
                        name.equals("*/*") || name.equals("*") ? 0 : name.equals(any) ? 1 : name.equals(bare) ? 2 : -1;
                if (rank > best) {
                    best = rank;
                    accepted = !range.matches(".*;\\s*[qQ]\\s*=\\s*0(\\.0*)?\\s*");
                }
            }
        }
        return accepted;
    }

    private static String bare(String type) {
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
