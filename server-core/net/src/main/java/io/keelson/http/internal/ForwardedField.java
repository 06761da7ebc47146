package io.keelson.http.internal;

import io.keelson.http.internal.Origin.Hop;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The grammar of {@code Forwarded}. A malformed field is as if it were not there.
 *
 * <p>Specification: RFC 7239, 4 Forwarded HTTP Header Field.
 */
final class ForwardedField {
    private static final List<Hop> NONE = List.of();

    private final String text;
    private int at;

    private ForwardedField(String text) {
        this.text = text;
    }

    /** Returns what the fronts say, the one that is nearest last; empty where any of it is malformed. */
    static List<Hop> hops(List<String> fields) {
        List<Hop> hops = new ArrayList<>();
        for (String field : fields) {
            ForwardedField reader = new ForwardedField(field);
            if (!reader.elements(hops)) {
                return NONE;
            }
        }
        return hops;
    }

    private boolean elements(List<Hop> hops) {
        do {
            Map<String, String> pairs = new HashMap<>();
            do {
                blanks();
                if (!pair(pairs)) {
                    return false;
                }
                blanks();
            } while (take(';'));
            if (!pairs.isEmpty()) {
                hops.add(hop(pairs));
            }
        } while (take(','));
        return at == text.length();
    }

    private static Hop hop(Map<String, String> pairs) {
        String who = pairs.get("for");
        String host = pairs.get("host");
        return new Hop(
                who == null ? null : address(who),
                Origin.secure(pairs.get("proto")),
                host == null ? null : Origin.authority(host),
                -1);
    }

    /** An address of IPv6 has brackets here, always. */
    private static @Nullable InetSocketAddress address(String who) {
        boolean bare = !who.startsWith("[") && who.indexOf(':') != who.lastIndexOf(':');
        return bare ? null : Origin.address(who);
    }

    /** A name and its value, or nothing; false where it is malformed or there a second time. */
    private boolean pair(Map<String, String> pairs) {
        int start = at;
        while (at < text.length() && token(text.charAt(at))) {
            at++;
        }
        if (at == start) {
            return true;
        }
        String name = text.substring(start, at).toLowerCase(Locale.ROOT);
        if (!take('=')) {
            return false;
        }
        StringBuilder value = new StringBuilder();
        boolean whole = take('"') ? quoted(value) : plain(value);
        return whole && pairs.put(name, value.toString()) == null;
    }

    private boolean plain(StringBuilder value) {
        int start = at;
        while (at < text.length() && token(text.charAt(at))) {
            at++;
        }
        value.append(text, start, at);
        return at > start;
    }

    private boolean quoted(StringBuilder value) {
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return true;
            }
            if (c == '\\') {
                if (at == text.length()) {
                    return false;
                }
                c = text.charAt(at++);
            }
            value.append(c);
        }
        return false;
    }

    private boolean take(char expected) {
        if (at < text.length() && text.charAt(at) == expected) {
            at++;
            return true;
        }
        return false;
    }

    private void blanks() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    private static boolean token(char c) {
        return c < 0x80 && Ascii.isToken((byte) c);
    }
}
