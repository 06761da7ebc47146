package io.keelson.ee.connectors.outbound;

import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.context.InvocationContext.Slot;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionRequestInfo;
import java.util.ArrayList;
import java.util.List;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/** The connections that an invocation has open outside of transactions: they join one that it begins. Used on the invocation's thread. */
public final class OpenConnections {
    private static final Slot<List<Open>> OPEN = Slot.ofInvocation(List::clear);

    private record Open(
            ManagedConnections pool,
            Physical connection,
            @Nullable ConnectionRequestInfo info,
            @Nullable Subject user) {}

    private OpenConnections() {}

    /** Has connections that are open join each transaction that begins. Once a server. */
    public static void joinAtBegin(TransactionControl control) {
        control.onBegin(OpenConnections::join);
    }

    static void remember(
            ManagedConnections pool,
            Physical connection,
            @Nullable ConnectionRequestInfo info,
            @Nullable Subject user) {
        InvocationContext context = InvocationContext.current();
        if (context == null) {
            return;
        }
        List<Open> open = context.get(OPEN);
        if (open == null) {
            open = new ArrayList<>(2);
            context.put(OPEN, open);
        } else {
            open.removeIf(each -> each.pool().isUnused(each.connection()));
        }
        open.add(new Open(pool, connection, info, user));
    }

    private static void join() {
        InvocationContext context = InvocationContext.current();
        List<Open> open = context == null ? null : context.get(OPEN);
        if (open == null) {
            return;
        }
        open.removeIf(each -> each.pool().isUnused(each.connection()));
        for (Open each : open) {
            try {
                each.pool().join(each.connection(), each.info(), each.user());
            } catch (ResourceException e) {
                OutboundLog.LOG.notJoined(each.pool().name(), String.valueOf(e.getMessage()));
            }
        }
    }
}
