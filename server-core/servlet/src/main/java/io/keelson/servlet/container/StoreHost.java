package io.keelson.servlet.container;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.session.Sessions;
import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SocketsProvider;
import java.time.Duration;
import java.util.Optional;

/** Host of the store of an application's sessions. Thread-safe. */
final class StoreHost implements SessionHost {
    private final WebApplication application;
    private final Sessions sessions;

    StoreHost(WebApplication application, Sessions sessions) {
        this.application = application;
        this.sessions = sessions;
    }

    @Override
    public String application() {
        return application.name();
    }

    @Override
    public ClassLoader classLoader() {
        return application.classLoader();
    }

    @Override
    public boolean development() {
        return application.server().developmentMode();
    }

    @Override
    public Ticker ticker() {
        return application.ticker();
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
        return application.server().realm().find(user);
    }

    @Override
    public void execute(Runnable work) {
        application.execute(work);
    }

    @Override
    public SocketsProvider.Pending after(Duration delay, Runnable action) {
        return application.server().timers().after(delay, action);
    }
}
