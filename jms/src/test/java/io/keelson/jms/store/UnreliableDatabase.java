package io.keelson.jms.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Connections of a real database that goes away, and whose commits lose their answers. Thread-safe. */
public final class UnreliableDatabase implements JdbcConnections {
    /** The fate of the next commit. */
    public enum Commit {
        DONE,
        /** Done, and its answer is lost. */
        ANSWER_LOST,
        /** Not done, and nobody hears so. */
        REQUEST_LOST
    }

    /** Called within the next commit, before it is done. */
    interface Within {
        void run() throws SQLException;
    }

    private final DataSource database;
    final AtomicInteger opened = new AtomicInteger();
    public volatile boolean away;
    public volatile Commit next = Commit.DONE;

    /** True if the database goes away with the next commit whose answer or request is lost. */
    public volatile boolean awayWithCommit;

    volatile Within within = () -> {};

    /** Over that database. */
    public UnreliableDatabase(DataSource database) {
        this.database = database;
    }

    @Override
    public Connection open() throws SQLException {
        if (away) {
            throw new SQLTransientConnectionException("connection refused");
        }
        opened.incrementAndGet();
        Connection real = database.getConnection();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        commit(real);
                        return null;
                    }
                    if (away && !method.getName().equals("close")) {
                        throw new SQLTransientConnectionException("connection reset");
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void commit(Connection real) throws SQLException {
        Within first = within;
        within = () -> {};
        first.run();
        Commit outcome = next;
        next = Commit.DONE;
        if (outcome == Commit.REQUEST_LOST) {
            real.rollback();
        } else {
            real.commit();
        }
        if (outcome != Commit.DONE) {
            away = away || awayWithCommit;
            throw new SQLTransientConnectionException("connection reset within the commit");
        }
    }
}
