package io.keelson.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The HTTP side of the server's channels, as handlers see it. Published by the network subsystem. Thread-safe. See docs/design/http.md. */
public interface HttpServer {
    /**
     * The header field of an answer 503 that was given in the place of an application, which has seen nothing of the
     * request: it may be repeated elsewhere, whatever it is.
     */
    String REFUSED = "Keelson-Refused";

    /**
     * Value of {@link #REFUSED} where a server is asked whether it is ready and did not run for a while. Others may have taken its sessions
     * over, and it does not know yet.
     */
    String DOUBTS = "doubts";

    /**
     * Serves the path {@code prefix} and everything below it, on every channel of that kind; the longest prefix wins.
     *
     * @param prefix {@code /} or {@code /management}: no trailing slash but in the first
     * @param audience whether applications or administration; with an admin channel, administration is served only there
     * @throws IllegalStateException when the prefix is taken
     */
    Registration register(String prefix, Audience audience, HttpHandler handler);

    /**
     * Returns true if something else than applications is served at a path, or above it. Then no request for that path comes to one of
     * them.
     */
    boolean administers(String path);

    /** Has each exchange taken note of; null for no more. At most one log, and the last that was set. */
    void accessLog(@Nullable AccessLog log);

    /**
     * Returns what counts requests: of those that come to no application first, then of each application. Management, console and health
     * are not counted.
     */
    List<Traffic> traffic();

    /** Clients that a handler is for. */
    enum Audience {
        /** Users of applications: not before the server is RUNNING. */
        APPLICATION,
        /** Operators: the admin channel where there is one, else every channel that speaks HTTP. */
        ADMINISTRATION,
        /** Clients that look whether the server is well: every channel that speaks HTTP, whatever state the server is in. */
        ANYONE
    }

    /** Ends the service of a prefix. */
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
