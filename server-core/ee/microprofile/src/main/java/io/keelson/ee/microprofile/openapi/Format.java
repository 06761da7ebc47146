package io.keelson.ee.microprofile.openapi;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A format of documents.
 *
 * <p>Specification: MicroProfile OpenAPI 4.1, 5.3 Content format, 5.2 Query parameters.
 */
enum Format {
    YAML("application/yaml;charset=UTF-8"),
    JSON("application/json");

    private final String contentType;

    Format(String contentType) {
        this.contentType = contentType;
    }

    String contentType() {
        return contentType;
    }

    /**
     * Returns the format that a request asks for: by the parameter, else by its Accept field; YAML where it says nothing.
     *
     * @param parameter the value of {@code format}; null where there is none
     * @param accept the Accept field; null where there is none
     * @return empty where the parameter names no format
     */
    static Optional<Format> of(@Nullable String parameter, @Nullable String accept) {
        if (parameter == null) {
            return Optional.of(accept == null ? YAML : accepted(accept));
        }
        return switch (parameter.strip().toUpperCase(Locale.ROOT)) {
            case "JSON" -> Optional.of(JSON);
            case "YAML" -> Optional.of(YAML);
            default -> Optional.empty();
        };
    }

    /** JSON where it is named and no YAML is preferred to it. */
    private static Format accepted(String accept) {
        double json = 0;
        double yaml = 0;
        for (String range : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
            String[] parts = range.split(";", -1);
            String type = parts[0].strip();
            if (type.equals("application/json") || type.startsWith("application/") && type.endsWith("+json")) {
                json = Math.max(json, quality(parts));
            } else if (type.endsWith("/yaml")
                    || type.endsWith("/x-yaml")
                    || type.equals("application/vnd.oai.openapi")) {
                yaml = Math.max(yaml, quality(parts));
            }
        }
        return json > 0 && json >= yaml ? JSON : YAML;
    }

    private static double quality(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("q=")) {
                try {
                    return Double.parseDouble(parameter.substring(2));
                } catch (NumberFormatException e) {
                    return 0;
                }
            }
        }
        return 1;
    }
}
