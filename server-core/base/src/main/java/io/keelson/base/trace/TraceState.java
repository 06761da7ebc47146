package io.keelson.base.trace;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks what others have a trace carry. It is passed on as it came, or not at all: who would send it on in parts would change what it
 * means.
 *
 * <p>Specification: W3C Trace Context, 3.3.1 tracestate Header Field Values.
 */
final class TraceState {
    /** So much at least is to be passed on; more is not. */
    private static final int LONGEST = 512;

    private static final int MOST = 32;
    private static final int LONGEST_NAME = 256;
    private static final int LONGEST_VALUE = 256;

    private TraceState() {}

    /** The fields as one; null where there is nothing, or something that is malformed. */
    static @Nullable String of(List<String> fields) {
        if (fields.isEmpty()) {
            return null;
        }
        String all = fields.size() == 1 ? fields.get(0) : String.join(",", fields);
        return all.length() <= LONGEST && formed(all) ? all : null;
    }

    private static boolean formed(String all) {
        Set<String> names = new HashSet<>();
        for (String each : all.split(",", -1)) {
            String member = each.strip();
            if (!member.isEmpty()) {
                int at = member.indexOf('=');
                if (at < 0 || !isName(member.substring(0, at)) || !isValue(member.substring(at + 1))) {
                    return false;
                }
                if (!names.add(member.substring(0, at)) || names.size() > MOST) {
                    return false;
                }
            }
        }
        return !names.isEmpty();
    }

    private static boolean isName(String text) {
        if (text.isEmpty() || text.length() > LONGEST_NAME || !letterOrDigit(text.charAt(0))) {
            return false;
        }
        return text.chars().allMatch(c -> letterOrDigit(c) || "_-*/@".indexOf(c) >= 0)
                && text.indexOf('@') == text.lastIndexOf('@')
                && !text.endsWith("@");
    }

    private static boolean letterOrDigit(int c) {
        return c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
    }

    private static boolean isValue(String text) {
        return !text.isEmpty()
                && text.length() <= LONGEST_VALUE
                && text.chars().allMatch(c -> c >= ' ' && c <= '~' && c != '=');
    }
}
