package io.keelson.deploy.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Path to an element of a descriptor: the names of the elements from below the root on, with slashes between them. Of several elements with
 * one name, a key selects: {@code servlet[servlet-name=shop]/init-param[param-name=size]/param-value}. Immutable.
 *
 * @param root what the path says of the root element; empty where it does not begin with one
 * @param steps at least one
 */
public record PlanPath(String root, List<Step> steps) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,99}");
    private static final int MOST_STEPS = 30;

    public PlanPath {
        steps = List.copyOf(steps);
    }

    /**
     * An element.
     *
     * @param name its name
     * @param keys what must stand in it
     */
    public record Step(String name, List<Key> keys) {
        public Step {
            keys = List.copyOf(keys);
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(name);
            keys.forEach(key -> text.append('[').append(key).append(']'));
            return text.toString();
        }
    }

    /**
     * An element that must have a text.
     *
     * @param names its name, after those of the elements that it is in
     * @param value the text
     */
    public record Key(List<String> names, String value) {
        public Key {
            names = List.copyOf(names);
        }

        @Override
        public String toString() {
            return String.join("/", names) + "=" + value;
        }
    }

    /**
     * Reads a path. One that begins with a slash begins with the root element, as an XPath does; there a key may stand in a step of its
     * own, and several keys may stand in one pair of brackets with commas between them.
     *
     * @throws IllegalArgumentException with a message that says what is wrong
     */
    public static PlanPath of(String text) {
        return new Reading(text).path();
    }

    /** The path with those steps behind it. */
    PlanPath then(PlanPath more) {
        List<Step> all = new ArrayList<>(steps);
        all.addAll(more.steps);
        return new PlanPath(root, all);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        steps.forEach(step -> text.append(text.isEmpty() ? "" : "/").append(step));
        return text.toString();
    }

    /** One reading of a path. */
    private static final class Reading {
        private final String text;
        private int at;

        Reading(String text) {
            this.text = text.strip();
        }

        PlanPath path() {
            boolean absolute = text.startsWith("/");
            at = absolute ? 1 : 0;
            List<Step> steps = new ArrayList<>();
            while (at < text.length()) {
                if (text.charAt(at) == '[') {
                    if (steps.isEmpty()) {
                        throw wrong("begins with a key");
                    }
                    Step last = steps.remove(steps.size() - 1);
                    steps.add(new Step(last.name(), keys(last.keys())));
                } else {
                    steps.add(new Step(name(), keys(List.of())));
                }
                if (at < text.length() && text.charAt(at) != '/') {
                    throw wrong("has '" + text.charAt(at) + "' where a slash belongs");
                }
                at++;
            }
            if (text.endsWith("/") || steps.size() > MOST_STEPS || steps.size() < (absolute ? 2 : 1)) {
                throw wrong("names no element");
            }
            if (!absolute) {
                return new PlanPath("", steps);
            }
            if (!steps.get(0).keys().isEmpty()) {
                throw wrong("has a key for the root element, of which there is one");
            }
            return new PlanPath(steps.get(0).name(), steps.subList(1, steps.size()));
        }

        private String name() {
            int from = at;
            while (at < text.length() && "/[=]".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            String name = text.substring(from, at).strip();
            if (!NAME.matcher(name).matches()) {
                throw wrong("has '" + name + "' where the name of an element belongs");
            }
            return name;
        }

        private List<Key> keys(List<Key> before) {
            List<Key> keys = new ArrayList<>(before);
            while (at < text.length() && text.charAt(at) == '[') {
                do {
                    at++;
                    keys.add(key());
                } while (at < text.length() && text.charAt(at) == ',');
                if (at >= text.length() || text.charAt(at) != ']') {
                    throw wrong("has a key without its ']'");
                }
                at++;
            }
            return keys;
        }

        private Key key() {
            List<String> names = new ArrayList<>(List.of(name()));
            while (at < text.length() && text.charAt(at) == '/') {
                at++;
                names.add(name());
            }
            if (at >= text.length() || text.charAt(at) != '=') {
                throw wrong("has a key without '='");
            }
            at++;
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
            return new Key(names, at < text.length() && "\"'".indexOf(text.charAt(at)) >= 0 ? quoted() : bare());
        }

        private String quoted() {
            int end = text.indexOf(text.charAt(at), at + 1);
            if (end < 0) {
                throw wrong("has a key whose quotes do not end");
            }
            String value = text.substring(at + 1, end);
            at = end + 1;
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
            return value;
        }

        private String bare() {
            int from = at;
            while (at < text.length() && ",]".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(from, at).strip();
        }

        private IllegalArgumentException wrong(String what) {
            return new IllegalArgumentException("the path '" + text + "' " + what
                    + "; write it as servlet[servlet-name=shop]/init-param[param-name=size]/param-value");
        }
    }
}
