package io.keelson.admin.rest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Description of an operation: what it does, takes and answers, for the interface's description of itself. Immutable. What is refused
 * is a problem everywhere and is not said here.
 *
 * @param summary a sentence without its subject: lists the applications
 * @param query the parameters of the query that it knows
 * @param takes the bodies by their media types; none: it takes no body
 * @param answers by status the bodies by their media types; an answer without a body has none
 */
public record Operation(
        String summary,
        Map<String, Schema> query,
        Map<String, Schema> takes,
        Map<Integer, Map<String, Schema>> answers) {
    /** Nothing is said as yet. */
    static final Operation UNSAID = new Operation("", Map.of(), Map.of(), Map.of());

    Operation says(String what) {
        return new Operation(what, query, takes, answers);
    }

    Operation query(String name, Schema schema) {
        return new Operation(summary, with(query, name, schema), takes, answers);
    }

    Operation takes(String type, Schema schema) {
        return new Operation(summary, query, with(takes, type, schema), answers);
    }

    Operation answers(int status) {
        Map<Integer, Map<String, Schema>> more = new TreeMap<>(answers);
        more.putIfAbsent(status, Map.of());
        return new Operation(summary, query, takes, more);
    }

    Operation answers(int status, String type, Schema schema) {
        Map<Integer, Map<String, Schema>> more = new TreeMap<>(answers);
        more.put(status, with(answers.getOrDefault(status, Map.of()), type, schema));
        return new Operation(summary, query, takes, more);
    }

    private static Map<String, Schema> with(Map<String, Schema> all, String name, Schema schema) {
        Map<String, Schema> more = new LinkedHashMap<>(all);
        more.put(name, schema);
        return more;
    }
}
