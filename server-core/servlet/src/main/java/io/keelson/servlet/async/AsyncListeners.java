package io.keelson.servlet.async;

import io.keelson.servlet.server.ContainerLog;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of one asynchronous cycle, told in the order in which they were added. Guarded by the lock
 * of its {@link AsyncCycle} while listeners are added; told when none can be added any more, or of a copy.
 *
 * <p>Specification: Servlet 6.1, 2.3.3.3 Asynchronous processing.
 */
final class AsyncListeners {
    private final List<Registered> registered = new ArrayList<>(2);

    private record Registered(
            AsyncListener listener,
            @Nullable ServletRequest request,
            @Nullable ServletResponse response) {}

    interface Notification {
        void to(AsyncListener listener, AsyncEvent event) throws IOException;
    }

    void add(AsyncListener listener, @Nullable ServletRequest request, @Nullable ServletResponse response) {
        registered.add(new Registered(listener, request, response));
    }

    /** Tells all of them; one that throws does not keep the others from it. */
    void tell(AsyncContext context, String application, @Nullable Throwable failure, Notification notification) {
        for (Registered each : List.copyOf(registered)) {
            try {
                notification.to(each.listener(), new AsyncEvent(context, each.request(), each.response(), failure));
            } catch (IOException | RuntimeException | LinkageError e) {
                ContainerLog.LOG.asyncFailed(application, e);
            }
        }
    }
}
