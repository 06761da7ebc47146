package io.keelson.websocket.session;

import io.keelson.servlet.spi.UpgradedConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A connection that a client has opened and the servlet container has upgraded.
 *
 * <p>Specification: Servlet 6.1, 2.3.3.5 Upgrade Processing.
 */
public record UpgradedWire(UpgradedConnection connection) implements Wire {
    @Override
    public int available() {
        return connection.input().available();
    }

    @Override
    public int poll(byte[] target, int offset, int length) throws IOException {
        return connection.input().poll(target, offset, length);
    }

    @Override
    public void onReadable(Runnable listener) {
        connection.input().onReadable(listener);
    }

    @Override
    public boolean writable() {
        return connection.output().writable();
    }

    @Override
    public void onWritable(Runnable listener) {
        connection.output().onWritable(listener);
    }

    @Override
    public void write(ByteBuffer data) throws IOException {
        connection.output().writeNow(data, false);
    }

    @Override
    public void execute(Runnable work) {
        connection.execute(work);
    }

    @Override
    public void onGone(Runnable listener) {
        connection.onGone(listener);
    }

    @Override
    public void close() {
        connection.close();
    }

    @Override
    public void abort(@Nullable Throwable cause) {
        connection.abort(cause);
    }

    @Override
    public void ended() {
        connection.ended();
    }
}
