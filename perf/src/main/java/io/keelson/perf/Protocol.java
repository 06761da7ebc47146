package io.keelson.perf;

import java.util.Locale;

/** What the load of the study of requests speaks. */
enum Protocol {
    /** HTTP/1.1: one request a connection at a time, by {@link Load}. */
    HTTP1("HTTP/1.1"),
    /** HTTP/2 in the clear by prior knowledge: many requests a connection at a time, by {@code h2load}. */
    H2C("HTTP/2 in the clear");

    private final String title;

    Protocol(String title) {
        this.title = title;
    }

    /** As an option and in file names. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** For people. */
    String title() {
        return title;
    }

    /** The one with this {@link #id}. */
    static Protocol of(String id) {
        for (Protocol protocol : values()) {
            if (protocol.id().equals(id)) {
                return protocol;
            }
        }
        throw new IllegalArgumentException("no protocol is called " + id + "; there are http1, h2c");
    }
}
