package io.keelson.websocket;

import jakarta.websocket.Extension;
import java.util.ArrayList;
import java.util.List;

/**
 * An extension with its parameters, as in {@code Sec-WebSocket-Extensions}. Immutable.
 *
 * <p>Specification: RFC 6455, 9.1 Negotiating Extensions.
 *
 * @param getName the name; named as the API has it
 * @param getParameters the parameters, in order
 */
record OfferedExtension(String getName, List<Extension.Parameter> getParameters) implements Extension {
    /** A parameter; its value is empty where it has none. */
    record Value(String getName, String getValue) implements Extension.Parameter {}

    /** Reads the values of a field. What is no extension is left out, as a server may decline whatever it does not know. */
    static List<Extension> read(List<String> values) {
        List<Extension> all = new ArrayList<>();
        for (String value : values) {
            for (String extension : split(value, ',')) {
                List<String> parts = split(extension, ';');
                if (!parts.isEmpty() && token(parts.get(0))) {
                    all.add(of(parts));
                }
            }
        }
        return all;
    }

    private static Extension of(List<String> parts) {
        List<Extension.Parameter> parameters = new ArrayList<>();
        for (String part : parts.subList(1, parts.size())) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals).strip();
            parameters.add(new Value(
                    name, equals < 0 ? "" : unquoted(part.substring(equals + 1).strip())));
        }
        return new OfferedExtension(parts.get(0), List.copyOf(parameters));
    }

    private static String unquoted(String value) {
        if (value.length() < 2 || !value.startsWith("\"") || !value.endsWith("\"")) {
            return value;
        }
        return value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1");
    }

    /** At the separators that are not within quotes; empty parts are left out. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? separator : text.charAt(i);
            if (i == text.length() || c == separator && !quoted) {
                String part = text.substring(start, i).strip();
                if (!part.isEmpty()) {
                    parts.add(part);
                }
                start = i + 1;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            }
        }
        return parts;
    }

    static boolean token(String text) {
        return !text.isEmpty()
                && text.chars().allMatch(c -> c > ' ' && c < 0x7f && "()<>@,;:\\\"/[]?={}".indexOf(c) < 0);
    }

    /** Form in the field. */
    static String text(Extension extension) {
        StringBuilder text = new StringBuilder(extension.getName());
        for (Extension.Parameter parameter : extension.getParameters()) {
            text.append("; ").append(parameter.getName());
            if (!parameter.getValue().isEmpty()) {
                text.append('=').append(parameter.getValue());
            }
        }
        return text.toString();
    }
}
