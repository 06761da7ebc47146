package io.keelson.resource;

import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.RecoverableResource;
import io.keelson.kernel.spi.transaction.TransactionId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Resource of a data source for recovery. Each pass has a connection of its own, so that it neither waits for the pool nor is kept from its
 * work by a pool that was replaced. Thread-safe.
 */
final class DataSourceRecovery implements RecoverableResource {
    private final String name;
    private final Supplier<Connector> connector;
    private final Supplier<Protocol> protocol;

    /**
     * Of a data source.
     *
     * @param connector makes connections as the data source is described now
     * @param protocol as it is described now
     */
    DataSourceRecovery(String name, Supplier<Connector> connector, Supplier<Protocol> protocol) {
        this.name = name;
        this.connector = connector;
        this.protocol = protocol;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean keepsDecisions() {
        return protocol.get() == Protocol.LOGGING_LAST_RESOURCE;
    }

    @Override
    public Session open() throws SQLException {
        Connector now = connector.get();
        Connection connection = now.getConnection();
        try {
            return new Pass(connection, now.isXa() ? connection.unwrap(XAResource.class) : null);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** One pass. */
    private static final class Pass implements Session {
        private final Connection connection;
        private final @Nullable XAResource resource;
        private final LastResourceTable table = new LastResourceTable();

        Pass(Connection connection, @Nullable XAResource resource) {
            this.connection = connection;
            this.resource = resource;
        }

        @Override
        public @Nullable XAResource branches() {
            return resource;
        }

        @Override
        public List<CommitDecision> decided() throws SQLException {
            table.make(connection);
            return table.decided(connection);
        }

        @Override
        public boolean refuse(TransactionId undecided) throws SQLException {
            return table.refuse(connection, undecided);
        }

        @Override
        public void forget(Collection<TransactionId> over) throws SQLException {
            table.delete(connection, over);
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
