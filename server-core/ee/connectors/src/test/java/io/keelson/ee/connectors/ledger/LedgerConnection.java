package io.keelson.ee.connectors.ledger;

import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionMetaData;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.security.auth.Subject;
import javax.transaction.xa.XAResource;

/** A physical connection of the test's adapter. */
public class LedgerConnection implements ManagedConnection, LocalTransaction {
    private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
    private final LedgerAdapter adapter;
    private final String style;
    private final AtomicInteger numbers;
    private int number;
    private final String user;

    LedgerConnection(LedgerAdapter adapter, String style, AtomicInteger numbers, String user) {
        this.user = user;
        this.adapter = adapter;
        this.style = style;
        this.numbers = numbers;
    }

    String user() {
        return user;
    }

    @Override
    public Object getConnection(Subject subject, ConnectionRequestInfo info) {
        return new Handle(this);
    }

    @Override
    public void destroy() {
        adapter.note("destroyed " + number);
    }

    @Override
    public void cleanup() {
        adapter.note("cleaned " + number);
    }

    @Override
    public void associateConnection(Object connection) {
        ((Handle) connection).connection = this;
    }

    @Override
    public void addConnectionEventListener(ConnectionEventListener listener) {
        number = number == 0 ? numbers.incrementAndGet() : number; // recovery listens to none
        listeners.add(listener);
    }

    @Override
    public void removeConnectionEventListener(ConnectionEventListener listener) {
        listeners.remove(listener);
    }

    @Override
    public XAResource getXAResource() {
        return new LedgerBranch(adapter, "branch " + number);
    }

    @Override
    public LocalTransaction getLocalTransaction() {
        return this;
    }

    @Override
    public ManagedConnectionMetaData getMetaData() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void begin() {
        adapter.note("local " + number + " begins");
    }

    @Override
    public void commit() {
        adapter.note("local " + number + " commits");
    }

    @Override
    public void rollback() {
        adapter.note("local " + number + " rolls back");
    }

    /** A handle. */
    public static class Handle implements Ledger.Page {
        private LedgerConnection connection;

        Handle(LedgerConnection connection) {
            this.connection = connection;
        }

        @Override
        public void write(String entry) {
            connection.adapter.note("wrote " + entry + " " + connection.style);
        }

        @Override
        public void send(String message) {
            connection.adapter.send(message);
        }

        @Override
        public int number() {
            return connection.number;
        }

        @Override
        public List<String> history() {
            return connection.adapter.history();
        }

        @Override
        public void fail() {
            ConnectionEvent event = new ConnectionEvent(
                    connection, ConnectionEvent.CONNECTION_ERROR_OCCURRED, new IllegalStateException("torn"));
            connection.listeners.forEach(each -> each.connectionErrorOccurred(event));
        }

        @Override
        public void close() {
            ConnectionEvent event = new ConnectionEvent(connection, ConnectionEvent.CONNECTION_CLOSED);
            event.setConnectionHandle(this);
            connection.listeners.forEach(each -> each.connectionClosed(event));
        }
    }
}
