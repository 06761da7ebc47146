package io.keelson.ejb.schedule;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * An attribute whose values are numbers of a fixed range: second, minute, hour, month, day of week. Immutable.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 18.2.1.1 Attribute Syntax.
 */
final class NumberField {
    private final BitSet values;
    private final boolean wildcard;

    private NumberField(BitSet values, boolean wildcard) {
        this.values = values;
        this.wildcard = wildcard;
    }

    /**
     * The rules of one attribute.
     *
     * @param name for messages
     * @param min the smallest value
     * @param max the largest value
     * @param names the words for values, beginning at {@code first}; empty where there are none
     * @param first the value of the first word
     * @param increments true where {@code start/interval} is allowed
     */
    record Rules(String name, int min, int max, List<String> names, int first, boolean increments) {
        private int value(String text) {
            String word = text.trim();
            int named = names.indexOf(word.toLowerCase(Locale.ROOT));
            if (named >= 0) {
                return named + first;
            }
            try {
                int value = Integer.parseInt(word);
                if (value >= min && value <= max) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // said below, as for a number out of range
            }
            throw new IllegalArgumentException(name + " '" + text + "': expected " + min + " to " + max
                    + (names.isEmpty() ? "" : " or one of " + names));
        }
    }

    /**
     * Parses an attribute.
     *
     * @throws IllegalArgumentException when it breaks the rules; the message names attribute and value
     */
    static NumberField parse(String text, Rules rules) {
        BitSet values = new BitSet();
        String whole = text.trim();
        if (whole.equals("*")) {
            values.set(rules.min(), rules.max() + 1);
            return new NumberField(values, true);
        }
        int slash = whole.indexOf('/');
        if (slash >= 0) {
            increments(whole, slash, rules, values);
            return new NumberField(values, false);
        }
        for (String item : whole.split(",", -1)) {
            item(item.trim(), rules, values);
        }
        return new NumberField(values, false);
    }

    private static void increments(String text, int slash, Rules rules, BitSet values) {
        if (!rules.increments()) {
            throw new IllegalArgumentException(
                    rules.name() + " '" + text + "': increments are allowed in second, minute and hour only");
        }
        String from = text.substring(0, slash).trim();
        int start = from.equals("*") ? rules.min() : rules.value(from);
        int step = rules.value(text.substring(slash + 1));
        if (step == 0) {
            values.set(start);
            return;
        }
        for (int value = start; value <= rules.max(); value += step) {
            values.set(value);
        }
    }

    private static void item(String item, Rules rules, BitSet values) {
        int dash = item.indexOf('-', 1);
        if (dash < 0) {
            values.set(rules.value(item));
            return;
        }
        int from = rules.value(item.substring(0, dash));
        int to = rules.value(item.substring(dash + 1));
        if (from <= to) {
            values.set(from, to + 1);
        } else {
            values.set(from, rules.max() + 1);
            values.set(rules.min(), to + 1);
        }
    }

    /** Returns the smallest allowed value from {@code value} on; -1 if there is none. */
    int from(int value) {
        return values.nextSetBit(value);
    }

    /** Returns the smallest allowed value. */
    int first() {
        return values.nextSetBit(0);
    }

    boolean contains(int value) {
        return values.get(value);
    }

    /** Returns true if every value is allowed because the attribute is {@code *}. */
    boolean wildcard() {
        return wildcard;
    }
}
