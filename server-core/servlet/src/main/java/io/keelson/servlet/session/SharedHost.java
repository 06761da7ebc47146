package io.keelson.servlet.session;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SocketsProvider;
import java.time.Duration;
import java.util.Optional;

/**
 * Host of the store of the sessions that the web applications of an EAR share. Thread-safe.
 *
 * <p>Specification: weblogic-application.xml, weblogic-application.
 */
final class SharedHost implements SessionHost {
    private final SharedSessions shared;

    SharedHost(SharedSessions shared) {
        this.shared = shared;
    }

    @Override
    public String application() {
        return shared.application();
    }

    @Override
    public ClassLoader classLoader() {
        return shared.classes();
    }

    @Override
    public boolean development() {
        return shared.host().development();
    }

    @Override
    public Ticker ticker() {
        return shared.host().ticker();
    }

    @Override
    public int timeoutSeconds() {
        return shared.host().timeoutSeconds();
    }

    @Override
    public void willPassivate(SessionState session) {
        shared.host().willPassivate(session);
    }

    @Override
    public void didActivate(SessionState session) {
        shared.host().didActivate(session);
    }

    @Override
    public Optional<Caller> caller(String user) {
        return shared.host().caller(user);
    }

    @Override
    public void execute(Runnable work) {
        shared.host().execute(work);
    }

    @Override
    public SocketsProvider.Pending after(Duration delay, Runnable action) {
        return shared.host().after(delay, action);
    }
}
