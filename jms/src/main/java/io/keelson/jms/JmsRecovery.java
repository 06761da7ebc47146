package io.keelson.jms;

import io.keelson.jms.client.XaBranches;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.kernel.spi.transaction.RecoverableResource;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** Resource of one JMS server for the recovery of transactions: a connection for each pass. Thread-safe. */
final class JmsRecovery implements RecoverableResource {
    private final String name;
    private final Link.Connector connector;
    private final BooleanSupplier empty;

    /**
     * Of one JMS server.
     *
     * @param empty true where it certainly has no branches
     */
    JmsRecovery(String name, Link.Connector connector, BooleanSupplier empty) {
        this.name = name;
        this.connector = connector;
        this.empty = empty;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean keepsDecisions() {
        return false;
    }

    @Override
    public Session open() throws JmsFailure {
        if (empty.getAsBoolean()) {
            return () -> {}; // it has nothing in doubt
        }
        Link link = connector.connect(null, null, new Link.Handler() {
            @Override
            public void delivered(long consumer, List<Delivery> batch) {
                throw new IllegalStateException("recovery has no consumers");
            }

            @Override
            public void ended(JmsFailure why) {
                JmsLog.LOG.debugf(why, "a pass of recovery has lost the JMS server");
            }
        });
        XaBranches branches = XaBranches.over(link);
        return new Session() {
            @Override
            public @Nullable XAResource branches() {
                return branches;
            }

            @Override
            public void close() {
                link.close();
            }
        };
    }
}
