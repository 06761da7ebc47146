package io.keelson.servlet.response;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The charset that goes with a locale where neither a mapping nor a charset for all responses is configured: the
 * usual one of its language, where ISO-8859-1, which counts without it, cannot write that.
 *
 * <p>Specification: Servlet 6.1, 5.6 Internationalization.
 */
public final class LocaleCharsets {
    private static final Map<String, String> BY_LANGUAGE = Map.ofEntries(
            Map.entry("ar", "ISO-8859-6"),
            Map.entry("be", "ISO-8859-5"),
            Map.entry("bg", "ISO-8859-5"),
            Map.entry("cs", "ISO-8859-2"),
            Map.entry("el", "ISO-8859-7"),
            Map.entry("he", "ISO-8859-8"),
            Map.entry("hr", "ISO-8859-2"),
            Map.entry("hu", "ISO-8859-2"),
            Map.entry("iw", "ISO-8859-8"),
            Map.entry("ja", "Shift_JIS"),
            Map.entry("ko", "EUC-KR"),
            Map.entry("lt", "ISO-8859-13"),
            Map.entry("lv", "ISO-8859-13"),
            Map.entry("mk", "ISO-8859-5"),
            Map.entry("pl", "ISO-8859-2"),
            Map.entry("ro", "ISO-8859-2"),
            Map.entry("ru", "ISO-8859-5"),
            Map.entry("sk", "ISO-8859-2"),
            Map.entry("sl", "ISO-8859-2"),
            Map.entry("sr", "ISO-8859-5"),
            Map.entry("tr", "ISO-8859-9"),
            Map.entry("uk", "ISO-8859-5"),
            Map.entry("zh", "GB18030"));

    private LocaleCharsets() {}

    /** The charset; null where ISO-8859-1 does. */
    public static @Nullable String of(Locale locale) {
        boolean traditional = locale.getLanguage().equals("zh")
                && (locale.getCountry().equals("TW")
                        || locale.getCountry().equals("HK")
                        || locale.getScript().equals("Hant"));
        return traditional ? "Big5" : BY_LANGUAGE.get(locale.getLanguage());
    }
}
