package io.keelson.ejb.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Translates a finder expression of a bean with persistence of version 1.x into EJB QL. Expressions are written with the operator first,
 * as {@code (& (> balance $0) (like owner 'A%'))}: comparisons, {@code &}, {@code |}, {@code !}, {@code like}, {@code isNull},
 * {@code isNotNull} and {@code orderBy}; {@code $0} is the first argument. Confined to its thread.
 */
final class FinderExpression {
    private static final String VARIABLE = "o";
    private static final int DEEPEST = 100;
    private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", ">", "<=", ">=");

    private final String text;
    private final EntitySchema schema;
    private final int parameters;
    private int at;
    private int depth;
    private String order = "";

    private FinderExpression(String text, EntitySchema schema, int parameters) {
        this.text = text;
        this.schema = schema;
        this.parameters = parameters;
    }

    /**
     * Translates an expression; an empty one finds all.
     *
     * @param parameters the number of arguments of the finder
     * @throws IllegalArgumentException when it is wrong; the message says where
     */
    static String toQl(String text, EntitySchema schema, int parameters) {
        FinderExpression reader = new FinderExpression(text, schema, parameters);
        String where = "";
        reader.blanks();
        if (reader.at < text.length()) {
            where = reader.condition(true);
            reader.blanks();
            if (reader.at < text.length()) {
                throw reader.wrong("expected the end, found '" + text.charAt(reader.at) + "'");
            }
        }
        return "SELECT OBJECT(" + VARIABLE + ") FROM " + schema.name() + " AS " + VARIABLE
                + (where.isEmpty() ? "" : " WHERE " + where) + reader.order;
    }

    private IllegalArgumentException wrong(String message) {
        return new IllegalArgumentException("character " + (at + 1) + ": " + message);
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean next(char expected) {
        blanks();
        return at < text.length() && text.charAt(at) == expected;
    }

    private void expect(char expected) {
        if (!next(expected)) {
            throw wrong("expected '" + expected + "'"
                    + (at < text.length() ? ", found '" + text.charAt(at) + "'" : ", found the end"));
        }
        at++;
    }

    /** Reads the text up to a blank or a bracket. */
    private String word() {
        blanks();
        int begin = at;
        while (at < text.length() && "() \t\r\n'\"".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (begin == at) {
            throw wrong("expected an operator, a field or a value");
        }
        return text.substring(begin, at);
    }

    /** Reads a condition in brackets; empty where it only orders. */
    private String condition(boolean outermost) {
        if (++depth > DEEPEST) {
            throw wrong("brackets are nested deeper than " + DEEPEST);
        }
        expect('(');
        int place = at;
        String operator = word();
        String condition;
        switch (operator.toLowerCase(Locale.ROOT)) {
            case "&", "and" -> condition = joined(" AND ");
            case "|", "or" -> condition = joined(" OR ");
            case "!", "not" -> condition = "NOT (" + condition(false) + ")";
            case "isnull" -> condition = field() + " IS NULL";
            case "isnotnull" -> condition = field() + " IS NOT NULL";
            case "like" -> condition = operand(false) + " LIKE " + operand(true);
            case "orderby" -> {
                if (!outermost) {
                    at = place;
                    throw wrong("orderBy is the outermost operator only");
                }
                order = order();
                condition = next(')') ? "" : condition(false);
            }
            default -> {
                if (!COMPARISONS.contains(operator)) {
                    at = place;
                    throw wrong("unknown operator '" + operator + "'; known are & | ! = <> < > <= >= like isNull"
                            + " isNotNull orderBy");
                }
                String left = operand(false);
                condition = left + " " + (operator.equals("!=") ? "<>" : operator) + " " + operand(false);
            }
        }
        expect(')');
        depth--;
        return condition;
    }

    private String joined(String by) {
        List<String> conditions = new ArrayList<>();
        while (next('(')) {
            conditions.add("(" + condition(false) + ")");
        }
        if (conditions.isEmpty()) {
            throw wrong("expected a condition in brackets");
        }
        return String.join(by, conditions);
    }

    private String field() {
        int place = at;
        String name = word();
        if (!schema.fields().containsKey(name)) {
            at = place;
            throw wrong("'" + name + "' is no cmp-field of the bean '" + schema.bean() + "'; it has "
                    + schema.fields().keySet());
        }
        return VARIABLE + "." + name;
    }

    /** Reads a field, an argument, a number or a text. */
    private String operand(boolean pattern) {
        blanks();
        if (next('\'') || next('"')) {
            return quoted();
        }
        int place = at;
        String word = word();
        if (word.matches("\\$\\d{1,4}")) {
            int number = Integer.parseInt(word.substring(1));
            if (number >= parameters) {
                at = place;
                throw wrong("the finder has " + parameters + " parameters, no " + word + "; the first one is $0");
            }
            return "?" + (number + 1);
        }
        if (word.matches("[+-]?\\d+(\\.\\d*)?([eE][+-]?\\d+)?")) {
            return word;
        }
        if (word.equalsIgnoreCase("true") || word.equalsIgnoreCase("false")) {
            return word.toUpperCase(Locale.ROOT);
        }
        if (pattern && !schema.fields().containsKey(word)) {
            return literal(word);
        }
        at = place;
        return field();
    }

    private String quoted() {
        char quote = text.charAt(at);
        int begin = at++;
        StringBuilder content = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != quote) {
                content.append(c);
            } else if (at < text.length() && text.charAt(at) == quote) {
                content.append(c);
                at++;
            } else {
                return literal(content.toString());
            }
        }
        at = begin;
        throw wrong("the text has no end");
    }

    private static String literal(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    /** Reads what to order by: fields with ASC or DESC, in quotes or one word. */
    private String order() {
        int place = at;
        String by;
        if (next('\'') || next('"')) {
            String literal = quoted();
            by = literal.substring(1, literal.length() - 1).replace("''", "'");
        } else {
            by = word();
        }
        List<String> fields = new ArrayList<>();
        for (String each : by.split(",")) {
            String[] words = each.strip().split("\\s+");
            Map<String, Column> known = schema.fields();
            boolean direction = words.length == 2 && Set.of("ASC", "DESC").contains(words[1].toUpperCase(Locale.ROOT));
            if (!known.containsKey(words[0]) || words.length > 2 || words.length == 2 && !direction) {
                at = place;
                throw wrong("orderBy '" + each.strip() + "': expected a cmp-field of " + known.keySet()
                        + ", with ASC or DESC if need be");
            }
            fields.add(VARIABLE + "." + words[0] + (direction ? " " + words[1].toUpperCase(Locale.ROOT) : ""));
        }
        return " ORDER BY " + String.join(", ", fields);
    }
}
