package io.keelson.resource;

import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.LocalResource;
import io.keelson.kernel.spi.transaction.RecoverableResource;
import io.keelson.kernel.spi.transaction.TransactionId;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;

/** A last resource with the server's own table, which passes the moments before and after its decision. */
public final class CrashingLastResource implements LocalResource {
    private final String name;
    private final LastResourceTable table;
    private final Connection connection;
    private final Consumer<String> points;

    private CrashingLastResource(String name, LastResourceTable table, Connection connection, Consumer<String> points) {
        this.name = name;
        this.table = table;
        this.connection = connection;
        this.points = points;
    }

    /** A database as the process knows it: where connections and recovery of it come from. */
    public static final class Home {
        private final String name;
        private final Connector connector;
        private final LastResourceTable table = new LastResourceTable();
        private final Consumer<String> points;

        /** Takes a database; {@code points} is told each moment. */
        public Home(String name, Driver driver, String url, Properties properties, Consumer<String> points) {
            this.name = name;
            this.connector = Connector.of(driver, url, properties);
            this.points = points;
        }

        /** Connects, for one transaction that commits by hand. */
        public Connection connect() throws SQLException {
            table.makeOnce(connector);
            Connection connection = connector.getConnection();
            connection.setAutoCommit(false);
            return connection;
        }

        /** Makes the resource that a connection is in its transaction. */
        public LocalResource resource(Connection connection) {
            return new CrashingLastResource(name, table, connection, points);
        }

        /** Returns what recovery has of it. */
        public RecoverableResource recovered() {
            return new DataSourceRecovery(name, () -> connector, () -> Protocol.LOGGING_LAST_RESOURCE);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Role role() {
        return Role.LAST;
    }

    @Override
    public void commit(Optional<CommitDecision> decision) throws SQLException {
        points.accept("before-decide-" + name);
        if (decision.isPresent()) {
            table.write(connection, decision.get());
        }
        points.accept("written-" + name);
        connection.commit();
        points.accept("after-decide-" + name);
    }

    @Override
    public void over(TransactionId decided) {
        table.over(decided);
    }

    @Override
    public void rollback() throws SQLException {
        connection.rollback();
    }

    @Override
    public boolean cancel() {
        return true;
    }
}
