package io.keelson.servlet.async;

import io.keelson.http.ResponseWriter;
import io.keelson.servlet.request.RequestInput;
import io.keelson.servlet.response.ResponseOutput;
import io.keelson.servlet.response.StreamHost;
import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.spi.UpgradeProtocol;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A connection that goes on in another protocol, in the hands of the application. Callbacks run one
 * after the other in the application's context; {@code queue} and its flags are guarded by {@code lock}.
 *
 * <p>Specification: Servlet 6.1, 2.3.3.5 Upgrade Processing.
 *
 * @param <T> the handler's class
 */
@SuppressWarnings("try") // close throws what the interface declares
public final class Upgrade<T extends HttpUpgradeHandler> implements WebConnection, StreamHost {
    private final AsyncExchange exchange;
    private final T handler;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Runnable> queue = new ArrayDeque<>();
    private ResponseWriter.@Nullable Upgraded connection;
    private @Nullable RequestInput input;
    private @Nullable ResponseOutput output;
    private boolean busy;
    private boolean ended;
    private volatile boolean stopping;

    /** Makes the upgrade of an exchange's connection, which begins when the filters have returned. */
    public Upgrade(AsyncExchange exchange, T handler) {
        this.exchange = exchange;
        this.handler = handler;
    }

    /** The filters have returned: the connection is the handler's now. */
    public void start() {
        ResponseWriter.Upgraded upgraded;
        try {
            upgraded = exchange.http().response().upgrade();
        } catch (IllegalStateException e) {
            exchange.upgradeRefused(e);
            return;
        }
        connection = upgraded;
        // Before anything that may end the connection: what has ended is not waited for.
        exchange.runtime().gate().waits(exchange);
        if (handler instanceof UpgradeProtocol protocol) {
            protocol.connected(new ProtocolConnection(exchange, upgraded, protocol));
            // After it: who listens for the ends of sessions does so by now, and misses none that comes later.
            if (exchange.request().upgradedInVain()) {
                protocol.loginEnded();
            }
            if (stopping) {
                protocol.stopping();
            }
            return;
        }
        input = new RequestInput(upgraded.input(), this);
        output = new ResponseOutput(
                upgraded.output(), this, exchange.runtime().server().buffers(), () -> {});
        exchange.whenGone(() -> submit(this::end));
        submit(() -> handler.init(this));
    }

    /** The application stops. On the thread that stops it. */
    public void stopping() {
        stopping = true;
        if (handler instanceof UpgradeProtocol protocol) {
            protocol.stopping();
        }
    }

    private void end() {
        lock.lock();
        try {
            if (ended) {
                return;
            }
            ended = true;
        } finally {
            lock.unlock();
        }
        try {
            handler.destroy();
        } catch (RuntimeException | LinkageError e) {
            ContainerLog.LOG.asyncFailed(exchange.runtime().name(), e);
        }
        exchange.runtime().components().destroy(handler);
        exchange.upgradeEnded();
    }

    @Override
    public ServletInputStream getInputStream() {
        return java.util.Objects.requireNonNull(input, "the connection has not been upgraded yet");
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return java.util.Objects.requireNonNull(output, "the connection has not been upgraded yet");
    }

    @Override
    public void close() throws Exception {
        ResponseWriter.Upgraded open = connection;
        ResponseOutput written = output;
        if (written != null && !written.closed()) {
            written.close();
        }
        if (open != null) {
            open.close();
        }
    }

    @Override
    public boolean listenersAllowed() {
        return connection != null;
    }

    @Override
    public void submit(Runnable callback) {
        lock.lock();
        try {
            queue.add(callback);
            if (busy) {
                return;
            }
            busy = true;
        } finally {
            lock.unlock();
        }
        exchange.later(() -> exchange.turn(this::work));
    }

    private void work() {
        for (Runnable callback = next(); callback != null; callback = next()) {
            try {
                callback.run();
            } catch (RuntimeException | Error e) {
                ContainerLog.LOG.asyncFailed(exchange.runtime().name(), e);
                exchange.http().abort(e);
            }
        }
    }

    private @Nullable Runnable next() {
        lock.lock();
        try {
            Runnable callback = queue.poll();
            busy = callback != null;
            return callback;
        } finally {
            lock.unlock();
        }
    }
}
