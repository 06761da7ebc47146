package io.keelson.ee.stomp;

import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Bodies of map and stream messages as JSON (RFC 8259); bytes are text in Base64. Stateless. */
final class JsonText {
    private JsonText() {}

    static String of(Map<String, ? extends @Nullable Object> values) {
        StringBuilder out = new StringBuilder("{");
        values.forEach((name, value) -> {
            comma(out);
            text(name, out);
            out.append(':');
            value(value, out);
        });
        return out.append('}').toString();
    }

    static String of(List<? extends @Nullable Object> values) {
        StringBuilder out = new StringBuilder("[");
        values.forEach(each -> {
            comma(out);
            value(each, out);
        });
        return out.append(']').toString();
    }

    private static void comma(StringBuilder out) {
        if (out.length() > 1) {
            out.append(',');
        }
    }

    private static void value(@Nullable Object value, StringBuilder out) {
        if (value == null || value instanceof Boolean || value instanceof Number && isFinite((Number) value)) {
            out.append(value);
        } else if (value instanceof byte[] bytes) {
            text(Base64.getEncoder().encodeToString(bytes), out);
        } else {
            text(value.toString(), out);
        }
    }

    /** JSON has no numbers for infinity and NaN: these are text. */
    private static boolean isFinite(Number number) {
        return Double.isFinite(number.doubleValue());
    }

    private static void text(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
