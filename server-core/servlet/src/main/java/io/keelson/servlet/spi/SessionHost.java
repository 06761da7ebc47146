package io.keelson.servlet.spi;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.Caller;
import java.time.Duration;
import java.util.Optional;

/** The application as its session store sees it. Thread-safe. */
public interface SessionHost {
    /** The deployment's name, for messages. */
    String application();

    /** Returns what deserialises sessions, and defines the classes in them. */
    ClassLoader classLoader();

    /** Returns whether the server is in development mode, so that mistakes are best said at once. */
    boolean development();

    /** The clock. */
    Ticker ticker();

    /** Returns how long a session may be idle that does not say itself; 0 or less: for ever. */
    int timeoutSeconds();

    /**
     * Tells the attributes that want to know it that the session is about to leave this server's memory (Servlet 6.1, 7.7.2). Call it in
     * the application's context; they may change what is written of them.
     */
    void willPassivate(SessionState session);

    /** Tells them that it has come. Call it in the application's context, before a request has the session. */
    void didActivate(SessionState session);

    /** A user whose login a session remembers, with the groups that it has now; empty where there is no such user any more. */
    Optional<Caller> caller(String user);

    /** Runs work in the application's context, with its work manager, as soon as that has a place; nothing once it has ended. */
    void execute(Runnable work);

    /** Runs a short action, which must not block, once, in {@code delay}. */
    SocketsProvider.Pending after(Duration delay, Runnable action);
}
