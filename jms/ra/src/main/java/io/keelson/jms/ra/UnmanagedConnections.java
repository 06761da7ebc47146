package io.keelson.jms.ra;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connections without a container: each is opened when it is asked for, and ends when it is closed. Immutable.
 *
 * <p>Specification: Jakarta Connectors 2.1, 6.9.
 */
final class UnmanagedConnections implements ConnectionManager {
    private static final long serialVersionUID = 1L;

    @Override
    public Object allocateConnection(ManagedConnectionFactory factory, @Nullable ConnectionRequestInfo info)
            throws ResourceException {
        ManagedConnection made = factory.createManagedConnection(null, info);
        made.addConnectionEventListener(new EndOfConnection(made));
        return made.getConnection(null, info);
    }

    private record EndOfConnection(ManagedConnection connection) implements ConnectionEventListener {
        @Override
        public void connectionClosed(ConnectionEvent event) {
            end();
        }

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            end();
        }

        private void end() {
            try {
                connection.destroy();
            } catch (ResourceException e) {
                AdapterLog.LOG.debugf(e, "the end of a connection");
            }
        }

        @Override
        public void localTransactionStarted(ConnectionEvent event) {}

        @Override
        public void localTransactionCommitted(ConnectionEvent event) {}

        @Override
        public void localTransactionRolledback(ConnectionEvent event) {}
    }
}
