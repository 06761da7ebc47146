package io.keelson.ee.connectors.inflow;

import io.keelson.kernel.spi.transaction.RecoverableResource;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.ResourceAdapter;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** Finds the branches that the messages of an activation have left in doubt (Connectors 2.1, 13.4.8). Thread-safe. */
public record RecoveredInflow(String name, ResourceAdapter adapter, ActivationSpec spec)
        implements RecoverableResource {
    @Override
    public boolean keepsDecisions() {
        return false;
    }

    @Override
    public Session open() throws Exception {
        XAResource[] resources = adapter.getXAResources(new ActivationSpec[] {spec});
        XAResource first = resources == null || resources.length == 0 ? null : resources[0];
        return new Session() {
            @Override
            public @Nullable XAResource branches() {
                return first;
            }

            @Override
            public void close() {
                // The resource is the adapter's.
            }
        };
    }
}
