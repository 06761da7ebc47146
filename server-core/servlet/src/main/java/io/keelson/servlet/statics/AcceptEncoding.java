package io.keelson.servlet.statics;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a client says in {@code Accept-Encoding} (RFC 9110, 12.5.3). */
final class AcceptEncoding {
    private AcceptEncoding() {}

    /** Whether the client accepts a coding. Without the field only the identity is sent. */
    static boolean accepts(@Nullable String field, String coding) {
        if (field == null) {
            return false;
        }
        boolean any = false;
        for (String part : field.toLowerCase(Locale.ROOT).split(",")) {
            int semicolon = part.indexOf(';');
            String name = (semicolon < 0 ? part : part.substring(0, semicolon)).strip();
            boolean wanted = semicolon < 0 || !zero(part.substring(semicolon + 1));
            if (name.equals(coding)) {
                return wanted;
            }
            any |= name.equals("*") && wanted;
        }
        return any;
    }

    private static boolean zero(String parameter) {
        String quality = parameter.strip();
        return quality.startsWith("q=") && quality.substring(2).matches("0(\\.0*)?");
    }
}
