package io.keelson.perf;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Requests to the application of the web profile study, with the form of right answers. */
enum WebProfileWorkload {
    /** An object as JSON. */
    JSON("an object as JSON", "/json", "\\{\"message\":\"Hello, World!\"}"),
    /** One row. */
    DB("one query", "/db", Patterns.WORLD),
    /** Twenty rows, a statement for each. */
    QUERIES("20 queries", "/queries?n=20", Patterns.WORLDS),
    /** Twelve rows and one beside as a page. */
    FORTUNES("fortunes", "/fortunes", "<!DOCTYPE html>.*(<tr><td>\\d+</td><td>[^<>]*</td></tr>){13}</table>.*"),
    /** Twenty rows that are read and changed. */
    UPDATES("20 updates", "/updates?n=20", Patterns.WORLDS);

    private static final class Patterns {
        static final String WORLD = "\\{\"id\":\\d{4},\"randomNumber\":\\d{4}}";
        static final String WORLDS = "\\[" + WORLD + "(," + WORLD + "){19}]";
    }

    private final String title;
    private final String path;
    private final String answer;

    WebProfileWorkload(String title, String path, String answer) {
        this.title = title;
        this.path = path;
        this.answer = answer;
    }

    /** Name as an option. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** For people. */
    String title() {
        return title;
    }

    /** The path within the application, with its query. */
    String path() {
        return path;
    }

    /** Returns whether an answer is right. */
    boolean answers(String body) {
        return body.matches(answer);
    }

    /** The one with this {@link #id}. */
    static WebProfileWorkload of(String id) {
        for (WebProfileWorkload workload : values()) {
            if (workload.id().equals(id)) {
                return workload;
            }
        }
        throw new IllegalArgumentException("no workload is called " + id + "; there are "
                + Arrays.stream(values()).map(WebProfileWorkload::id).collect(Collectors.joining(", ")));
    }
}
