package io.keelson.ee.rest.json;

import jakarta.ws.rs.core.MediaType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Media types of JSON: {@code application/json}, and those that end with {@code +json}. */
final class Media {
    private Media() {}

    /** Type of answers for resources that do not say it (3.8). */
    static final String JSON = "application/json";

    /** Types of answers where a resource says it or a request asks for it. */
    static final String LIKE_JSON = "application/*+json";

    static final String TEXT_JSON = "text/json";

    /** Returns true for any type, or a range of types that has JSON in it: of whom the type of an answer has still to be found (3.8). */
    static boolean isAny(@Nullable MediaType type) {
        return type == null
                || type.isWildcardType()
                || type.isWildcardSubtype() && type.getType().equalsIgnoreCase("application");
    }

    static boolean isJson(@Nullable MediaType type) {
        if (type == null) {
            return false;
        }
        String subtype = type.getSubtype().toLowerCase(Locale.ROOT);
        return subtype.equals("json") || subtype.endsWith("+json");
    }

    /** Returns true for what stands for the type of a body that says none: {@code application/octet-stream} (4.2.1), or any. */
    static boolean isUnsaid(@Nullable MediaType type) {
        return type == null
                || type.isWildcardType() && type.isWildcardSubtype()
                || type.getType().equalsIgnoreCase("application")
                        && type.getSubtype().equalsIgnoreCase("octet-stream");
    }

    /** The charset of a body; UTF-8 where it says none. */
    static Charset charset(@Nullable MediaType type) {
        String name = type == null ? null : type.getParameters().get(MediaType.CHARSET_PARAMETER);
        return name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
    }
}
