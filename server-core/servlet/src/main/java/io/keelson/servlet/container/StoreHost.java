package io.keelson.servlet.container;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.registration.Components;
import io.keelson.servlet.runtime.RequestGate;
import io.keelson.servlet.server.ServerSide;
import io.keelson.servlet.session.Sessions;
import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SocketsProvider;
import java.time.Duration;
import java.util.Optional;

/** Host of the store of an application's sessions. Thread-safe. */
final class StoreHost implements SessionHost {
    private final Components components;
    private final ServerSide server;
    private final RequestGate gate;
    private final Sessions sessions;

    StoreHost(Components components, ServerSide server, RequestGate gate, Sessions sessions) {
        this.components = components;
        this.server = server;
        this.gate = gate;
        this.sessions = sessions;
    }

    @Override
    public String application() {
        return components.application();
    }

    @Override
    public ClassLoader classLoader() {
        return components.loader();
    }

    @Override
    public boolean development() {
        return server.developmentMode();
    }

    @Override
    public Ticker ticker() {
        return server.timers().ticker();
    }

    @Override
    public int timeoutSeconds() {
        return sessions.timeoutSeconds();
    }

    @Override
    public void willPassivate(SessionState session) {
        sessions.willPassivate(session);
    }

    @Override
    public void didActivate(SessionState session) {
        sessions.didActivate(session);
    }

    @Override
    public Optional<Caller> caller(String user) {
        return server.realm().find(user);
    }

    @Override
    public void execute(Runnable work) {
        gate.execute(work);
    }

    @Override
    public SocketsProvider.Pending after(Duration delay, Runnable action) {
        return server.timers().after(delay, action);
    }
}
