package io.keelson.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Header fields in the order in which they were added. Names compare without regard to ASCII case. A name and its
 * values are kept as given. Not thread-safe.
 *
 * <p>Names must be tokens and values must not contain control characters other than tab (RFC 9110, 5.5); this keeps a
 * value from starting a header of its own.
 *
 * <p>Specification: RFC 9110, 5 Fields.
 */
public final class HttpHeaders {
    private static final int INITIAL = 16;

    private static final byte[] NO_SOURCE = {};
    private static final int[] NO_SPANS = {};
    private static final HttpHeaders NONE = new HttpHeaders();

    static {
        NONE.readOnly = true;
    }

    /** Name and value of each field; null while they have not been decoded from their span of the source. */
    private @Nullable String[] fields = new String[2 * INITIAL];

    /** Start of name, end of name, start of value, end of value in the source, for each field that came from there. */
    private int[] spans = NO_SPANS;

    private byte[] source = NO_SOURCE;
    private int size;
    private boolean readOnly;

    /** No fields, and none can be added; shared. */
    public static HttpHeaders none() {
        return NONE;
    }

    /** The number of fields, counting each value of a repeated name. */
    public int size() {
        return size;
    }

    /** The name of the field at {@code index}, from 0 to {@link #size} - 1. */
    public String nameAt(int index) {
        return field(2 * checked(index));
    }

    /** The value of the field at {@code index}, from 0 to {@link #size} - 1. */
    public String valueAt(int index) {
        return field(2 * checked(index) + 1);
    }

    /** The first value of that name; null where there is none. */
    public @Nullable String get(String name) {
        int i = indexOf(name, 0);
        return i < 0 ? null : field(2 * i + 1);
    }

    /** All values of that name, in order; empty where there is none. */
    public List<String> all(String name) {
        int first = indexOf(name, 0);
        if (first < 0) {
            return List.of();
        }
        List<String> values = new ArrayList<>(2);
        for (int i = first; i >= 0; i = indexOf(name, i + 1)) {
            values.add(field(2 * i + 1));
        }
        return values;
    }

    /** Returns whether there is a field of that name. */
    public boolean contains(String name) {
        return indexOf(name, 0) >= 0;
    }

    /** The names, each once, as they were first given. */
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < size; i++) {
            if (indexOf(nameAt(i), 0) == i) {
                names.add(nameAt(i));
            }
        }
        return names;
    }

    /**
     * Adds a field.
     *
     * @throws IllegalArgumentException when the name is not a token or the value has a control character
     * @throws IllegalStateException when the fields are read-only
     */
    public void add(String name, String value) {
        checkWritable();
        checkName(name);
        checkValue(name, value);
        append(name, value);
    }

    private void append(String name, String value) {
        makePlace();
        fields[2 * size] = name;
        fields[2 * size + 1] = value;
        size++;
    }

    private void makePlace() {
        if (2 * size == fields.length) {
            fields = Arrays.copyOf(fields, 2 * fields.length);
        }
    }

    /** Replaces all fields of that name by one, at the place of the first. Throws as {@link #add}. */
    public void set(String name, String value) {
        checkWritable();
        checkName(name);
        checkValue(name, value);
        int first = indexOf(name, 0);
        if (first < 0) {
            append(name, value);
            return;
        }
        fields[2 * first + 1] = value;
        removeFrom(name, first + 1);
    }

    /** Removes all fields of that name. */
    public void remove(String name) {
        checkWritable();
        removeFrom(name, 0);
    }

    /** Removes all fields. */
    public void clear() {
        checkWritable();
        reset();
    }

    private void reset() {
        Arrays.fill(fields, 0, 2 * size, null);
        size = 0;
        readOnly = false;
    }

    /** Passes each field to the consumer, in order. */
    public void forEach(BiConsumer<String, String> consumer) {
        for (int i = 0; i < size; i++) {
            consumer.accept(nameAt(i), valueAt(i));
        }
    }

    private void removeFrom(String name, int from) {
        decodeAll();
        int to = from;
        for (int i = from; i < size; i++) {
            if (!equalNames(nameAt(i), name)) {
                fields[2 * to] = fields[2 * i];
                fields[2 * to + 1] = fields[2 * i + 1];
                to++;
            }
        }
        Arrays.fill(fields, 2 * to, 2 * size, null);
        size = to;
    }

    private int indexOf(String name, int from) {
        for (int i = from; i < size; i++) {
            if (isNamed(i, name)) {
                return i;
            }
        }
        return -1;
    }

    /** Compares without decoding, since most fields of a request are never asked for. */
    private boolean isNamed(int index, String name) {
        String decoded = fields[2 * index];
        if (decoded != null) {
            return equalNames(decoded, name);
        }
        int start = spans[4 * index];
        if (spans[4 * index + 1] - start != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (lower(source[start + i]) != lower(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    }

    private static boolean equalNames(String a, String b) {
        return a.length() == b.length() && a.equalsIgnoreCase(b);
    }

    private String field(int i) {
        String s = fields[i];
        if (s == null) {
            int start = spans[2 * i];
            int length = spans[2 * i + 1] - start;
            s = i % 2 == 0
                    ? CommonNames.name(source, start, length)
                    : new String(source, start, length, StandardCharsets.ISO_8859_1);
            fields[i] = s;
        }
        return s;
    }

    private void decodeAll() {
        for (int i = 0; i < 2 * size; i++) {
            field(i);
        }
    }

    private int checked(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("field " + index + " of " + size);
        }
        return index;
    }

    private void checkWritable() {
        if (readOnly) {
            throw new IllegalStateException("the header fields are read-only: the response has been committed");
        }
    }

    private static void checkName(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a header field needs a name");
        }
        for (int i = 0; i < name.length(); i++) {
            if (!isToken(name.charAt(i))) {
                throw new IllegalArgumentException("not a character of a field name: " + printable(name.charAt(i))
                        + " in '" + name.replaceAll("[^\\x21-\\x7e]", "?") + "'");
            }
        }
    }

    private static void checkValue(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' && c != '\t' || c == 0x7f || c > 0xff) {
                throw new IllegalArgumentException(
                        "not a character of a field value: " + printable(c) + " in the value of " + name);
            }
        }
    }

    /** Returns whether a character may stand in a token (RFC 9110, 5.6.2). */
    static boolean isToken(char c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
    }

    private static String printable(char c) {
        return String.format(Locale.ROOT, "U+%04X", (int) c);
    }

    /**
     * The side of the fields that whoever makes them keeps for itself: it fills them from a message that it has checked,
     * makes them read-only, and uses them again for the next message. Not thread-safe.
     */
    public static final class Owner {
        private final HttpHeaders headers = new HttpHeaders();

        /** The fields. */
        public HttpHeaders headers() {
            return headers;
        }

        /** Removes all fields and makes them writable. */
        public void reset() {
            headers.reset();
            headers.source = NO_SOURCE;
        }

        /**
         * Adds a field by its place in the source; it is decoded, as ISO-8859-1, when it is first asked for. Only for
         * fields that are added before any other, and have been checked.
         */
        public void addSpan(int nameStart, int nameEnd, int valueStart, int valueEnd) {
            HttpHeaders h = headers;
            h.makePlace();
            if (4 * h.size >= h.spans.length) {
                h.spans = Arrays.copyOf(h.spans, Math.max(4 * INITIAL, 2 * h.spans.length));
            }
            int at = 4 * h.size;
            h.spans[at] = nameStart;
            h.spans[at + 1] = nameEnd;
            h.spans[at + 2] = valueStart;
            h.spans[at + 3] = valueEnd;
            h.size++;
        }

        /** Adds a field that has been checked. Not before one that is added by its place. */
        public void addChecked(String name, String value) {
            headers.append(name, value);
        }

        /** Says which bytes the spans are of. They must stay as they are until {@link #reset}. */
        public void source(byte[] bytes) {
            headers.source = bytes;
        }

        /** Refuses changes by others from now on. */
        public void freeze() {
            headers.readOnly = true;
        }
    }
}
