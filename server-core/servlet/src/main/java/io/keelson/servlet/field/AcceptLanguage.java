package io.keelson.servlet.field;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads Accept-Language.
 *
 * <p>Specification: RFC 9110, 12.5.4 Accept-Language; Servlet 6.1, 3.12 Internationalization.
 */
public final class AcceptLanguage {
    /** RFC 9110, 12.4.2. */
    private static final Pattern WEIGHT = Pattern.compile("0(\\.\\d{0,3})?|1(\\.0{0,3})?");

    private AcceptLanguage() {}

    /** The locales by decreasing preference, those refused left out; empty where none is named. */
    public static List<Locale> parse(List<String> fields) {
        List<Range> ranges = new ArrayList<>();
        for (String field : fields) {
            for (String item : field.split(",", -1)) {
                add(ranges, item.trim());
            }
        }
        ranges.sort(Comparator.comparingDouble(Range::weight).reversed());
        return ranges.stream().map(Range::locale).toList();
    }

    private static void add(List<Range> ranges, String item) {
        int semicolon = item.indexOf(';');
        String tag = semicolon < 0 ? item : item.substring(0, semicolon).trim();
        double weight = semicolon < 0 ? 1 : weight(item.substring(semicolon + 1).trim());
        Locale locale = Locale.forLanguageTag(tag);
        if (weight > 0 && !tag.equals("*") && !locale.getLanguage().isEmpty()) {
            ranges.add(new Range(locale, weight));
        }
    }

    /** From 0 to 1; 0 for what is no weight, so that it never counts for more than a proper one. */
    private static double weight(String parameter) {
        if (!parameter.regionMatches(true, 0, "q=", 0, 2)) {
            return 1;
        }
        return WEIGHT.matcher(parameter).region(2, parameter.length()).matches()
                ? Double.parseDouble(parameter.substring(2))
                : 0;
    }

    private record Range(Locale locale, double weight) {}
}
