package io.keelson.servlet.field;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Preferences of a client as {@code Accept-Encoding} states them. Immutable.
 *
 * <p>Specification: RFC 9110, 12.5.3 Accept-Encoding.
 */
public final class AcceptEncoding {
    /** The coding that is none. */
    public static final String IDENTITY = "identity";

    private static final int NOT_NAMED = -1;
    private final String[] parts;

    private AcceptEncoding(String[] parts) {
        this.parts = parts;
    }

    /**
     * Reads the field.
     *
     * @param field its values, joined by commas; null where the request has none
     */
    public static AcceptEncoding of(@Nullable String field) {
        return new AcceptEncoding(
                field == null || field.isBlank()
                        ? new String[0]
                        : field.toLowerCase(Locale.ROOT).split(","));
    }

    /**
     * Returns the weight that the client gives a coding, from 0 (not wanted at all) to 1000. Without the field, or where it does not name
     * the coding, only {@link #IDENTITY} is wanted, and that less than anything that is named.
     */
    public int quality(String coding) {
        int any = NOT_NAMED;
        for (String part : parts) {
            int semicolon = part.indexOf(';');
            String name = (semicolon < 0 ? part : part.substring(0, semicolon)).strip();
            if (name.equals(coding) || coding.equals("gzip") && name.equals("x-gzip")) {
                return weight(part, semicolon);
            }
            if (name.equals("*")) {
                any = weight(part, semicolon);
            }
        }
        if (coding.equals(IDENTITY)) {
            return any == 0 ? 0 : 1;
        }
        return Math.max(any, 0);
    }

    /** A weight that is none counts as 0: what cannot be read is not sent. */
    private static int weight(String part, int semicolon) {
        if (semicolon < 0) {
            return 1000;
        }
        for (String parameter : part.substring(semicolon + 1).split(";")) {
            String text = parameter.strip();
            if (text.startsWith("q=")) {
                return thousandths(text.substring(2).strip());
            }
        }
        return 1000;
    }

    private static int thousandths(String value) {
        if (!value.matches("0(\\.\\d{0,3})?|1(\\.0{0,3})?")) {
            return 0;
        }
        return (int) Math.round(Double.parseDouble(value) * 1000);
    }
}
