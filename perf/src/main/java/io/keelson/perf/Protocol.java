package io.keelson.perf;

import java.util.Locale;

/** Protocol of the load in the study of requests. */
enum Protocol {
    /** HTTP/1.1: one request a connection at a time, by {@link Load}. */
    HTTP1("HTTP/1.1"),
    /** HTTP/2 in the clear by prior knowledge: many requests a connection at a time, by {@code h2load}. */
    H2C("HTTP/2 in the clear"),
    /** HTTP/1.1 over TLS 1.3: one request a connection at a time, by {@code h2load}. */
    HTTPS("HTTP/1.1 over TLS 1.3"),
    /** HTTP/2 over TLS 1.3, by {@code h2load}. */
    H2("HTTP/2 over TLS 1.3");

    private final String title;

    Protocol(String title) {
        this.title = title;
    }

    /** Returns whether a connection carries many requests at a time. */
    boolean http2() {
        return this == H2C || this == H2;
    }

    /** Returns whether it is encrypted. */
    boolean tls() {
        return this == HTTPS || this == H2;
    }

    /** The scheme of its URLs. */
    String scheme() {
        return tls() ? "https" : "http";
    }

    /** Name as an option and in file names. */
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
        throw new IllegalArgumentException("no protocol is called " + id + "; there are http1, h2c, https, h2");
    }
}
