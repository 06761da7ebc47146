package io.keelson.admin.watch;

import io.keelson.admin.events.Events;
import io.keelson.admin.watch.Condition.Comparison;
import io.keelson.admin.watch.Condition.Test;
import io.keelson.admin.watch.Condition.Threshold;
import io.keelson.base.config.DataSize;
import io.keelson.base.log.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a condition:
 *
 * <pre>
 * condition = value comparison threshold | "log" tests | "event" name [tests]
 * value     = name ["[" name "=" text {"," name "=" text} "]"] path ["/" name {"." name}]
 * path      = "." name {"." name}
 * tests     = test {"and" test}
 * test      = name (comparison | "contains") text
 * threshold = number | duration | size | text
 * </pre>
 *
 * Confined to one thread.
 */
final class ConditionParser {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    private static final Pattern COMPARISON = Pattern.compile("<=|>=|!=|<|>|==?");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");
    private static final Pattern BARE = Pattern.compile("[^\\s\"\\[\\],=<>!/]+");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");
    private static final Map<String, Long> MILLIS =
            Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);
    private static final List<String> MEMBERS = List.of("severity", "id", "logger", "thread", "message", "exception");

    /** Those that somebody publishes; alarms are no reason for alarms. */
    private static final List<String> TYPES = List.of(Events.STATE, Events.REVISION, Events.RESTART, Events.DEPLOYMENT);

    private final String text;
    private int at;

    ConditionParser(String text) {
        this.text = text;
    }

    Condition condition() throws ConditionException {
        space();
        String first = name("the name of a collection, 'log' or 'event'");
        Condition read;
        if (first.equals("log") && !next('.') && !next('[')) {
            read = log();
        } else if (first.equals("event") && !next('.') && !next('[')) {
            space();
            int place = at;
            String what = "the type of the event: one of " + String.join(", ", TYPES);
            String type = name(what);
            if (!TYPES.contains(type)) {
                at = place;
                throw wrong(what);
            }
            space();
            read = new Condition.OfEvent(type, at == text.length() ? List.of() : tests(List.of()));
        } else {
            read = runtime(first);
        }
        space();
        if (at < text.length()) {
            throw wrong("the end");
        }
        return read;
    }

    private Condition runtime(String collection) throws ConditionException {
        Map<String, String> only = next('[') ? only() : Map.of();
        if (!take('.')) {
            throw wrong("'.' and the name of a component");
        }
        List<String> component = path();
        space();
        List<String> by = null;
        if (take('/')) {
            space();
            by = path();
            space();
        }
        Comparison comparison = comparison(false);
        space();
        int place = at;
        Threshold threshold = threshold();
        if (threshold instanceof Threshold.Text && (comparison.ordered() || by != null)) {
            at = place;
            throw wrong("a number, a duration or a size");
        }
        return new Condition.OfRuntime(collection, only, component, by, comparison, threshold);
    }

    private Map<String, String> only() throws ConditionException {
        Map<String, String> only = new LinkedHashMap<>();
        take('[');
        do {
            space();
            String name = name("the name of a component");
            space();
            if (!take('=')) {
                throw wrong("'='");
            }
            space();
            only.put(name, value("a text"));
            space();
        } while (take(','));
        if (!take(']')) {
            throw wrong("',' or ']'");
        }
        return only;
    }

    private List<String> path() throws ConditionException {
        List<String> path = new ArrayList<>();
        do {
            path.add(name("the name of a component"));
        } while (take('.'));
        return path;
    }

    private Condition log() throws ConditionException {
        space();
        List<Test> tests = new ArrayList<>(tests(MEMBERS));
        Severity least = Severity.INFO;
        for (Test test : List.copyOf(tests)) {
            if (test.member().equals("severity")) {
                if (test.comparison() == Comparison.AT_LEAST) {
                    least = Severity.valueOf(test.value());
                    tests.remove(test);
                }
            }
        }
        return new Condition.OfLog(least, List.copyOf(tests));
    }

    private List<Test> tests(List<String> members) throws ConditionException {
        List<Test> tests = new ArrayList<>();
        do {
            space();
            int place = at;
            String member = name(members.isEmpty() ? "the name of a member" : "one of " + String.join(", ", members));
            if (!members.isEmpty() && !members.contains(member)) {
                at = place;
                throw wrong("one of " + String.join(", ", members));
            }
            space();
            place = at;
            boolean severity = !members.isEmpty() && member.equals("severity");
            Comparison comparison = comparison(true);
            if (severity ? comparison != Comparison.AT_LEAST && comparison != Comparison.EQUAL : comparison.ordered()) {
                at = place;
                throw wrong(severity ? "'>=' or '='" : "'=', '!=' or 'contains'");
            }
            space();
            place = at;
            String value = value("a text");
            if (severity && !List.of("INFO", "WARN", "ERROR", "FATAL").contains(value)) {
                at = place;
                throw wrong("INFO, WARN, ERROR or FATAL");
            }
            tests.add(new Test(member, comparison, value));
            space();
        } while (word("and"));
        return tests;
    }

    private Comparison comparison(boolean ofText) throws ConditionException {
        if (ofText && word("contains")) {
            return Comparison.CONTAINS;
        }
        String written = match(COMPARISON);
        if (written != null) {
            String one = written.equals("==") ? "=" : written;
            for (Comparison each : Comparison.values()) {
                if (each.written().equals(one)) {
                    return each;
                }
            }
        }
        throw wrong("a comparison: < <= > >= = !=" + (ofText ? " contains" : ""));
    }

    private Threshold threshold() throws ConditionException {
        if (next('"')) {
            return new Threshold.Text(value("a text"));
        }
        int place = at;
        String written = value("a number, a duration as 30s, a size as 64MiB, or a text");
        Matcher duration = DURATION.matcher(written);
        if (duration.matches()) {
            long unit = MILLIS.getOrDefault(duration.group(2), 1L);
            return new Threshold.Number((double) Long.parseLong(duration.group(1)) * unit, written);
        }
        if (!Character.isDigit(written.charAt(0)) && written.charAt(0) != '-' && written.charAt(0) != '.') {
            return new Threshold.Text(written);
        }
        try {
            return new Threshold.Number(
                    written.matches(".*[A-Za-z]$") ? DataSize.parse(written).bytes() : Double.parseDouble(written),
                    written);
        } catch (IllegalArgumentException e) {
            at = place;
            throw wrong("a number, a duration as 30s, or a size as 64MiB");
        }
    }

    // ---- what it is made of ----------------------------------------------------------------------------------------

    private String name(String what) throws ConditionException {
        String name = match(NAME);
        if (name == null) {
            throw wrong(what);
        }
        return name;
    }

    private String value(String what) throws ConditionException {
        Matcher quoted = QUOTED.matcher(text).region(at, text.length());
        if (quoted.lookingAt()) {
            at = quoted.end();
            return quoted.group(1);
        }
        String bare = match(BARE);
        if (bare == null) {
            throw wrong(next('"') ? "a quote that ends the text" : what);
        }
        return bare;
    }

    private @Nullable String match(Pattern pattern) {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            return null;
        }
        at = matcher.end();
        return matcher.group();
    }

    private boolean word(String word) {
        int end = at + word.length();
        if (text.startsWith(word, at) && (end == text.length() || Character.isWhitespace(text.charAt(end)))) {
            at = end;
            return true;
        }
        return false;
    }

    private boolean next(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private boolean take(char c) {
        if (next(c)) {
            at++;
            return true;
        }
        return false;
    }

    private void space() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private ConditionException wrong(String expected) {
        return new ConditionException(at + 1, expected);
    }
}
