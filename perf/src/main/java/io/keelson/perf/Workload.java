package io.keelson.perf;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Requests that every server is sent: a servlet of the measured WAR, or one of its files, which the server's own servlet sends. */
enum Workload {
    /** 13 bytes of text. */
    TEXT("13 bytes of text", "/hello", HelloServlet.class),
    /** 10 KB of text. */
    PAGE("10 KB of text", "/page", PageServlet.class),
    /** A session attribute of 1 KB set by every request, then 13 bytes of text. */
    SESSION("1 KB session attribute", "/session", SessionServlet.class),
    /** A file of 10 KB. */
    FILE10K("file of 10 KB", BenchWar.SMALL_FILE, ""),
    /** A file of 1 MB. */
    FILE1M("file of 1 MB", BenchWar.LARGE_FILE, ""),
    /** A quarter of that file, from its middle. */
    RANGE("range of 256 KB", BenchWar.LARGE_FILE, "Range: bytes=393216-655359");

    private final String title;
    private final String path;
    private final @Nullable Class<?> servlet;
    private final String field;

    Workload(String title, String path, Class<?> servlet) {
        this.title = title;
        this.path = path;
        this.servlet = servlet;
        this.field = "";
    }

    Workload(String title, String path, String field) {
        this.title = title;
        this.path = path;
        this.servlet = null;
        this.field = field;
    }

    /** The workloads that a servlet of the WAR serves. */
    static List<Workload> ofServlets() {
        return Stream.of(values()).filter(workload -> workload.servlet != null).toList();
    }

    /** Name as an option and in file names. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** For people. */
    String title() {
        return title;
    }

    /** The path within the application. */
    String path() {
        return path;
    }

    /** The servlet of one of {@link #ofServlets}. */
    Class<?> servlet() {
        Class<?> its = servlet;
        if (its == null) {
            throw new IllegalStateException("no servlet of the WAR serves " + id());
        }
        return its;
    }

    /** A header field of each request; empty for none. */
    String field() {
        return field;
    }

    /** The one with this {@link #id}. */
    static Workload of(String id) {
        for (Workload workload : values()) {
            if (workload.id().equals(id)) {
                return workload;
            }
        }
        throw new IllegalArgumentException("no workload is called " + id + "; there are "
                + Arrays.stream(values()).map(Workload::id).collect(Collectors.joining(", ")));
    }
}
