package io.keelson.servlet.async;

import io.keelson.http.RequestBody;
import io.keelson.http.ResponseWriter;
import io.keelson.servlet.spi.UpgradeProtocol;
import io.keelson.servlet.spi.UpgradedConnection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A connection that a room of the server has taken over from a request of an application. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 2.3.3.5 Upgrade Processing.
 */
final class ProtocolConnection implements UpgradedConnection {
    private final AsyncExchange exchange;
    private final ResponseWriter.Upgraded upgraded;
    private final UpgradeProtocol protocol;
    private final AtomicBoolean ended = new AtomicBoolean();

    ProtocolConnection(AsyncExchange exchange, ResponseWriter.Upgraded upgraded, UpgradeProtocol protocol) {
        this.exchange = exchange;
        this.upgraded = upgraded;
        this.protocol = protocol;
    }

    @Override
    public RequestBody input() {
        return upgraded.input();
    }

    @Override
    public ResponseWriter output() {
        return upgraded.output();
    }

    @Override
    public void execute(Runnable work) {
        exchange.later(() -> exchange.apart(work));
    }

    @Override
    public void onGone(Runnable listener) {
        exchange.whenGone(listener);
    }

    @Override
    public void close() {
        upgraded.close();
    }

    @Override
    public void abort(@Nullable Throwable cause) {
        exchange.http().abort(cause);
    }

    @Override
    public void ended() {
        if (ended.compareAndSet(false, true)) {
            exchange.runtime().components().destroy(protocol);
            exchange.upgradeEnded();
        }
    }
}
