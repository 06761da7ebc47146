package io.keelson.balancer;

import io.keelson.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;

/**
 * Servers that a request names as those of its session: {@code <id>!<primary>!<secondary>} in a cookie of whatever name, or
 * behind a semicolon in the path. What a client sends is a hint only: it counts where it is the number of a server that is
 * known here. Stateless.
 */
final class SessionHints {
    private static final int MOST_HINTS = 8;

    private SessionHints() {}

    /** The numbers, the most likely one first; empty where the request names none. */
    static List<String> of(String path, HttpHeaders headers) {
        List<String> hints = new ArrayList<>(2);
        // A cookie comes before the URL, as it does for the servers.
        for (String field : headers.all("Cookie")) {
            for (String pair : field.split(";", -1)) {
                int equals = pair.indexOf('=');
                add(equals < 0 ? "" : unquoted(pair.substring(equals + 1).strip()), hints);
            }
        }
        for (int semicolon = path.indexOf(';'); semicolon >= 0; semicolon = path.indexOf(';', semicolon + 1)) {
            int equals = path.indexOf('=', semicolon);
            if (equals >= 0) {
                add(parameter(path, equals + 1), hints);
            }
        }
        return hints;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    private static String parameter(String path, int from) {
        int end = from;
        while (end < path.length() && path.charAt(end) != ';' && path.charAt(end) != '/') {
            end++;
        }
        return path.substring(from, end).replace("%21", "!");
    }

    private static void add(String value, List<String> hints) {
        int bang = value.indexOf('!');
        if (bang <= 0) {
            return;
        }
        for (String part : value.substring(bang + 1).split("!", 3)) {
            boolean number =
                    !part.isEmpty() && part.length() <= 10 && part.chars().allMatch(c -> c >= '0' && c <= '9');
            if (number && hints.size() < MOST_HINTS && !hints.contains(part)) {
                hints.add(part);
            }
        }
    }
}
