package io.keelson.tx;

import io.keelson.kernel.jdbc.DatabaseWork;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Connections of a real database that goes away, and whose commits lose their answers. Thread-safe. */
final class UnreliableConnections implements DatabaseWork.Connections {
    /** Fate of a commit. */
    enum Fate {
        DONE,
        /** Done, and its answer is lost. */
        ANSWER_LOST,
        /** Not done, and nobody hears so. */
        REQUEST_LOST,
        /** Done, its answer is lost, and the database is away from then on. */
        ANSWER_LOST_AND_AWAY,
        /** Not done, and the database is away from then on. */
        REQUEST_LOST_AND_AWAY
    }

    private final DataSource database;
    volatile boolean away;
    volatile Supplier<Fate> fates = () -> Fate.DONE;

    UnreliableConnections(DataSource database) {
        this.database = database;
    }

    /** Gives the next commit a fate, and those after it a good one. */
    void next(Fate fate) {
        fates = () -> {
            fates = () -> Fate.DONE;
            return fate;
        };
    }

    @Override
    public Connection open() throws SQLException {
        if (away) {
            throw new SQLTransientConnectionException("connection refused");
        }
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
        Fate fate = fates.get();
        switch (fate) {
            case DONE -> real.commit();
            case ANSWER_LOST -> real.commit();
            case ANSWER_LOST_AND_AWAY -> {
                real.commit();
                away = true;
            }
            case REQUEST_LOST -> real.rollback();
            case REQUEST_LOST_AND_AWAY -> {
                real.rollback();
                away = true;
            }
        }
        if (fate != Fate.DONE) {
            throw new SQLTransientConnectionException("connection reset within the commit");
        }
    }
}
