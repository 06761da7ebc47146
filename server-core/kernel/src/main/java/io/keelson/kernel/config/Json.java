package io.keelson.kernel.config;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes JSON, indented by two columns, in the order of the maps. */
final class Json {
    private Json() {}

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, "\n", out);
        return out.append('\n').toString();
    }

    private static void write(Object value, String newLine, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            object(map, newLine, out);
        } else if (value instanceof List<?> list) {
            array(list, newLine, out);
        } else if (value instanceof Boolean || value instanceof Number) {
            out.append(value);
        } else {
            string(value.toString(), out);
        }
    }

    private static void object(Map<?, ?> map, String newLine, StringBuilder out) {
        out.append('{');
        String deeper = newLine + "  ";
        for (Iterator<? extends Map.Entry<?, ?>> all = map.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<?, ?> entry = all.next();
            out.append(deeper);
            string(String.valueOf(entry.getKey()), out);
            out.append(": ");
            write(entry.getValue(), deeper, out);
            out.append(all.hasNext() ? "," : newLine);
        }
        out.append('}');
    }

    private static void array(List<?> list, String newLine, StringBuilder out) {
        out.append('[');
        String comma = "";
        for (Object item : list) {
            out.append(comma);
            write(item, newLine + "  ", out);
            comma = ", ";
        }
        out.append(']');
    }

    private static void string(String text, StringBuilder out) {
        out.append('"');
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                default -> {
                    if (c < 0x20) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
