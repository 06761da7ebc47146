package io.keelson.perf;

import java.util.List;
import java.util.Locale;

/** The servers that the study of requests puts side by side, in the order of their turns. */
enum Contender {
    /** Keelson, epoll through JNR-FFI. */
    KEELSON_NATIVE("Keelson, native muxer"),
    /** Tomcat, to which the others are compared. */
    TOMCAT("Tomcat 11, embedded", TomcatPeer.class, "org.apache.tomcat.", "jakarta.annotation."),
    /** Keelson on java.nio. */
    KEELSON_JAVA("Keelson, Java muxer"),
    /** Keelson, io_uring through JNR-FFI. Opt-in, so the study has it only where it is named. */
    KEELSON_URING("Keelson, io_uring"),
    /** Jetty, ee11. */
    JETTY("Jetty 12.1, ee11", JettyPeer.class, "org.eclipse.jetty.", "jakarta.", "org.slf4j."),
    /** Undertow's servlet container. */
    UNDERTOW(
            "Undertow 2.3, servlet",
            UndertowPeer.class,
            "io.undertow.",
            "org.jboss.",
            "org.wildfly.",
            "io.smallrye.",
            "jakarta."),
    /** The ceiling: no container. */
    NETTY("bare Netty, epoll", NettyPeer.class, "io.netty.", "jakarta.servlet.");

    private final String title;
    private final Class<?> main;
    private final List<String> libraries;

    /** Keelson itself: its distribution's command starts it. */
    Contender(String title) {
        this(title, Contender.class);
    }

    Contender(String title, Class<?> main, String... libraries) {
        this.title = title;
        this.main = main;
        this.libraries = List.of(libraries);
    }

    /** Name as an option and in files. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** For people. */
    String title() {
        return title;
    }

    /** The class that starts a peer. */
    Class<?> main() {
        return main;
    }

    /** Returns whether a jar, named by its group first, is one that the peer needs. */
    boolean uses(String jar) {
        return libraries.stream().anyMatch(jar::startsWith);
    }

    boolean keelson() {
        return this == KEELSON_NATIVE || this == KEELSON_JAVA || this == KEELSON_URING;
    }

    /**
     * Returns true if it serves that workload by that protocol. A server without a container keeps no sessions, has no files and speaks
     * HTTP/1.1 in the clear only; {@code h2load} keeps no cookies.
     */
    boolean serves(Workload workload, Protocol protocol) {
        return protocol == Protocol.HTTP1
                ? this != NETTY || workload == Workload.TEXT || workload == Workload.PAGE
                : this != NETTY && workload != Workload.SESSION;
    }

    /** The one with this {@link #id}. */
    static Contender of(String id) {
        for (Contender contender : values()) {
            if (contender.id().equals(id)) {
                return contender;
            }
        }
        throw new IllegalArgumentException("no server is called " + id);
    }
}
