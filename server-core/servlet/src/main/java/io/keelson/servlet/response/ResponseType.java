package io.keelson.servlet.response;

import io.keelson.http.HttpHeaders;
import io.keelson.servlet.field.MediaTypes;
import io.keelson.servlet.runtime.TextDefaults;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Type, charset and locale of a response, and the header fields that say so. Whether the response may still be
 * changed is its own business. Confined to the request's thread.
 *
 * <p>Specification: Servlet 6.1, 5.6 Internationalization.
 */
final class ResponseType {
    private final TextDefaults application;
    private final HttpHeaders headers;
    private @Nullable String contentType;
    private @Nullable String charset;
    private boolean charsetByLocale;
    private boolean locked;
    private @Nullable Locale locale;

    ResponseType(TextDefaults application, HttpHeaders headers) {
        this.application = application;
        this.headers = headers;
    }

    /** Forgets type and charset, as if they had not been set. The header fields are the caller's. */
    void reset() {
        contentType = null;
        charset = null;
        charsetByLocale = false;
    }

    /** Does the same as {@link #reset}, and the locale. */
    void resetAll() {
        reset();
        locale = null;
    }

    /** Keeps the charset that there is while text is being written in it, or frees it. */
    void locked(boolean is) {
        locked = is;
    }

    /** Text is written from now on: in that charset, which is {@link #charset()} now. */
    void use(String name) {
        if (charset == null) {
            charset = name;
            apply();
        }
        locked = true;
    }

    @Nullable
    String contentType() {
        String type = contentType;
        String known = charset;
        return type == null || known == null ? type : type + ";charset=" + known;
    }

    void contentType(@Nullable String type) {
        if (type == null) {
            contentType = null;
            if (!locked) {
                charset = null;
            }
            headers.remove("Content-Type");
            return;
        }
        String given = MediaTypes.parameter(type, "charset");
        if (given == null) {
            contentType = type;
        } else {
            contentType = MediaTypes.without(type, "charset");
            if (!locked) {
                charset = given;
                charsetByLocale = false;
            }
        }
        apply();
    }

    private void apply() {
        String value = contentType();
        if (value != null) {
            headers.set("Content-Type", value);
        }
    }

    /** The charset in force: what was set, else the application's, else ISO-8859-1. */
    String charset() {
        String known = charset;
        if (known != null) {
            return known;
        }
        String standard = application.responseEncoding();
        return standard == null ? "ISO-8859-1" : standard;
    }

    void charset(@Nullable String name) {
        if (!locked) {
            charset = name;
            charsetByLocale = false;
            apply();
        }
    }

    Locale locale() {
        Locale set = locale;
        return set == null ? Locale.getDefault() : set;
    }

    void locale(@Nullable Locale next) {
        locale = next;
        if (next == null) {
            headers.remove("Content-Language");
            if (charsetByLocale && !locked) {
                charset = null;
                apply();
            }
            return;
        }
        headers.set("Content-Language", next.toLanguageTag());
        if (!locked && (charset == null || charsetByLocale)) {
            String mapped = charsetOf(next);
            if (mapped != null || charsetByLocale) {
                charset = mapped;
                charsetByLocale = mapped != null;
                apply();
            }
        }
    }

    private @Nullable String charsetOf(Locale wanted) {
        Map<String, String> mapped = application.descriptor().content().localeEncodings();
        String exact = mapped.get(wanted.toString());
        String found = exact == null ? mapped.get(wanted.getLanguage()) : exact;
        return found == null && application.responseEncoding() == null ? LocaleCharsets.of(wanted) : found;
    }
}
