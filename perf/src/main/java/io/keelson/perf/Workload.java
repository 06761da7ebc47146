package io.keelson.perf;

import java.util.Locale;

/** What is asked of every server; one servlet of the measured WAR each. */
enum Workload {
    /** 13 bytes of text. */
    TEXT("13 bytes of text", "/hello", HelloServlet.class),
    /** 10 KB of text. */
    PAGE("10 KB of text", "/page", PageServlet.class),
    /** A session attribute of 1 KB set by every request, then 13 bytes of text. */
    SESSION("1 KB session attribute", "/session", SessionServlet.class);

    private final String title;
    private final String path;
    private final Class<?> servlet;

    Workload(String title, String path, Class<?> servlet) {
        this.title = title;
        this.path = path;
        this.servlet = servlet;
    }

    /** As an option and in file names. */
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

    Class<?> servlet() {
        return servlet;
    }

    /** The one with this {@link #id}. */
    static Workload of(String id) {
        for (Workload workload : values()) {
            if (workload.id().equals(id)) {
                return workload;
            }
        }
        throw new IllegalArgumentException("no workload is called " + id + "; there are text, page, session");
    }
}
