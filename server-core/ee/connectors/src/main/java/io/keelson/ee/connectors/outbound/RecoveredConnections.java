package io.keelson.ee.connectors.outbound;

import io.keelson.kernel.spi.transaction.RecoverableResource;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import javax.transaction.xa.XAResource;

/** Finds the branches that connections of a factory have left in doubt. Thread-safe. */
record RecoveredConnections(String name, ManagedConnectionFactory factory, SignOn signOn)
        implements RecoverableResource {
    @Override
    public boolean keepsDecisions() {
        return false;
    }

    @Override
    public Session open() throws Exception {
        ManagedConnection managed = factory.createManagedConnection(signOn.ofNobody(), null);
        try {
            XAResource branches = managed.getXAResource();
            return new Session() {
                @Override
                public XAResource branches() {
                    return branches;
                }

                @Override
                public void close() throws Exception {
                    managed.destroy();
                }
            };
        } catch (Exception e) {
            managed.destroy();
            throw e;
        }
    }
}
