package io.keelson.servlet.request;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Request parameters in the order in which they came. Confined to one thread.
 *
 * <p>Specification: Servlet 6.1, 3.1 HTTP Protocol Parameters.
 */
public final class Parameters {
    private final Map<String, String[]> values = new LinkedHashMap<>();
    private final int most;
    private int count;

    /** An empty set that takes {@code most} values. */
    public Parameters(int most) {
        this.most = most;
    }

    /** The values by name. Not to be changed. */
    public Map<String, String[]> values() {
        return values;
    }

    /**
     * Adds a value after those that the name has.
     *
     * @throws RequestFault when there are too many
     */
    public void add(String name, String value) {
        if (++count > most) {
            throw new RequestFault(413, "the request has more than " + most + " parameters");
        }
        String[] before = values.get(name);
        String[] after = before == null ? new String[1] : Arrays.copyOf(before, before.length + 1);
        after[after.length - 1] = value;
        values.put(name, after);
    }

    /** Puts other parameters before those that are here, name by name: those of a dispatch (9.1.1). */
    public static Map<String, String[]> merge(Map<String, String[]> first, Map<String, String[]> then) {
        Map<String, String[]> merged = new LinkedHashMap<>(first);
        then.forEach((name, added) -> merged.merge(name, added, (a, b) -> {
            String[] both = Arrays.copyOf(a, a.length + b.length);
            System.arraycopy(b, 0, both, a.length, b.length);
            return both;
        }));
        return merged;
    }

    /**
     * Adds what a query string has.
     *
     * @throws RequestFault when it is malformed or has too many
     */
    public void addQuery(@Nullable String query, Charset charset) {
        if (query != null && !query.isEmpty()) {
            addForm(query.getBytes(StandardCharsets.ISO_8859_1), query.length(), charset);
        }
    }

    /**
     * Adds what the body of a form has that names no charset, and whose application names none: it is US-ASCII, and what percent signs
     * stand for ISO-8859-1 (3.13). Throws as {@link #addQuery}.
     */
    public void addForm(byte[] form, int length) {
        for (int i = 0; i < length; i++) {
            if (form[i] < 0) {
                throw new RequestFault(
                        400, "the form names no charset, so it has to be in US-ASCII, and has a byte beyond that");
            }
        }
        addForm(form, length, StandardCharsets.ISO_8859_1);
    }

    /** Adds what a form body has. Throws as {@link #addQuery}. */
    public void addForm(byte[] form, int length, Charset charset) {
        int start = 0;
        while (start < length) {
            int end = start;
            int equals = -1;
            while (end < length && form[end] != '&') {
                if (form[end] == '=' && equals < 0) {
                    equals = end;
                }
                end++;
            }
            if (end > start) {
                int nameEnd = equals < 0 ? end : equals;
                String value = equals < 0 ? "" : decode(form, equals + 1, end, charset);
                add(decode(form, start, nameEnd, charset), value);
            }
            start = end + 1;
        }
    }

    private static String decode(byte[] form, int from, int to, Charset charset) {
        byte[] decoded = new byte[to - from];
        int size = 0;
        for (int i = from; i < to; i++) {
            byte b = form[i];
            if (b == '+') {
                b = ' ';
            } else if (b == '%') {
                int high = i + 2 < to ? Character.digit(form[i + 1], 16) : -1;
                int low = high < 0 ? -1 : Character.digit(form[i + 2], 16);
                if (low < 0) {
                    throw new RequestFault(400, "a parameter has a percent sign without two hexadecimal digits");
                }
                b = (byte) (high << 4 | low);
                i += 2;
            }
            decoded[size++] = b;
        }
        try {
            return charset.newDecoder()
                    .decode(ByteBuffer.wrap(decoded, 0, size))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new RequestFault(400, "a parameter is not in " + charset.name(), e);
        }
    }
}
