package io.keelson.admin.rest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shape of a body or a parameter of the interface, as JSON Schema (2020-12) has it. What rooms model as records is not said again:
 * {@link #list(Class)} takes it from the record. Immutable.
 */
public sealed interface Schema {
    /** A string. */
    Schema TEXT = new Plain("string");
    /** A whole number. */
    Schema INTEGER = new Plain("integer");
    /** A number of things, or of bytes, milliseconds and the like. */
    Schema COUNT = whole(0);
    /** A moment as ISO 8601 has it: 2026-11-25T20:15:30Z. */
    Schema TIME = new Text("date-time", "");
    /** True or false. */
    Schema TRUTH = new Plain("boolean");
    /** Any value. */
    Schema ANY = new Anything();

    /** A value of a type of JSON. */
    record Plain(String type) implements Schema {}

    /**
     * A string.
     *
     * @param format by a name that JSON Schema knows; empty: none
     * @param pattern a regular expression that it matches; empty: none
     */
    record Text(String format, String pattern) implements Schema {}

    /**
     * A whole number.
     *
     * @param most null: there is no bound
     */
    record Whole(long least, @Nullable Long most) implements Schema {}

    /** Anything at all. */
    record Anything() implements Schema {}

    /** One of some texts. */
    record Choice(List<String> values) implements Schema {
        public Choice {
            values = List.copyOf(values);
        }
    }

    /** The same or null. */
    record OrNull(Schema schema) implements Schema {}

    /** An array. */
    record Items(Schema item) implements Schema {}

    /** An object whose names are not known before. */
    record Entries(Schema value) implements Schema {}

    /** A record, as {@link RuntimeJson} shows it. */
    record State(Class<? extends Record> type) implements Schema {}

    /** One that is not known before somebody asks. */
    record Later(Supplier<Schema> schema) implements Schema {}

    /**
     * An object.
     *
     * @param members what it may have
     * @param optional the names of those that may be missing
     */
    record Members(Map<String, Schema> members, Set<String> optional) implements Schema {
        /** The same with a member that is always there. */
        public Members with(String name, Schema schema) {
            Map<String, Schema> more = new LinkedHashMap<>(members);
            more.put(name, schema);
            return new Members(more, optional);
        }

        /** The same with a member that may be missing. */
        public Members maybe(String name, Schema schema) {
            Set<String> more = new TreeSet<>(optional);
            more.add(name);
            return new Members(with(name, schema).members, more);
        }
    }

    /** A string that matches a regular expression as a whole. */
    static Schema matching(String pattern) {
        return new Text("", "^(?:" + pattern + ")$");
    }

    /** A whole number from that one on. */
    static Schema whole(long least) {
        return new Whole(least, null);
    }

    /** A whole number between those, and these too. */
    static Schema whole(long least, long most) {
        return new Whole(least, most);
    }

    /** An object without members as yet. */
    static Members object() {
        return new Members(Map.of(), Set.of());
    }

    /** An object with one member, as answers have them that are lists. */
    static Members object(String name, Schema schema) {
        return object().with(name, schema);
    }

    /** An array of those. */
    static Schema list(Schema item) {
        return new Items(item);
    }

    /** An array of records. */
    static Schema list(Class<? extends Record> type) {
        return new Items(new State(type));
    }

    /** The same or null. */
    static Schema orNull(Schema schema) {
        return new OrNull(schema);
    }

    /** One of those texts. */
    static Schema choice(String... values) {
        return new Choice(List.of(values));
    }

    /** An object with such values by names that are not known before. */
    static Schema entries(Schema value) {
        return new Entries(value);
    }
}
