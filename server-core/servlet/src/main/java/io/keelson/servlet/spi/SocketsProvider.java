package io.keelson.servlet.spi;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.component.spi.ComponentFactory;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.EventListener;
import java.util.concurrent.Executor;

/**
 * WebSocket endpoints for web applications. The part {@code websocket} provides it; it is found by
 * {@link java.util.ServiceLoader} in the loader of that part. Thread-safe. See docs/design/websocket.md.
 *
 * <p>Specification: WebSocket 2.2, 6.2 Application Deployment on Web Containers.
 */
public interface SocketsProvider {
    /**
     * Opens endpoints for one application, before its initializers run: puts the {@code ServerContainer} into the context. Runs with
     * the application's class loader as the context class loader.
     *
     * @throws DeploymentException when it cannot be done
     */
    Sockets open(Deployment deployment, ServletContext context, Surroundings surroundings) throws DeploymentException;

    /**
     * Services and settings of the server that the endpoints of an application need.
     *
     * @param components makes endpoints, encoders and decoders
     * @param settings limits and defaults
     * @param clock the time, and what runs later
     * @param work runs work of the application that belongs to no request, in its context and with its work manager, as soon as that has a
     *     place; of an application that has ended nothing runs
     */
    record Surroundings(ComponentFactory components, SocketSettings settings, Clock clock, Executor work) {}

    /** Time for the room that provides. Thread-safe. */
    interface Clock {
        /** The clock itself. */
        Ticker ticker();

        /** Runs a short action, which must not block, once, in {@code delay}. Closing what is returned takes it back. */
        Pending after(Duration delay, Runnable action);
    }

    /** An action that waits for its time. */
    interface Pending {
        /** Takes it back; no effect once it runs. */
        void cancel();
    }

    /** The endpoints of one application. Thread-safe. */
    interface Sockets extends AutoCloseable {
        /**
         * Answers a request that asks for an endpoint, after all filters and in the place of the servlet. The container asks for GET
         * requests from outside with an {@code Upgrade} field only.
         *
         * @return false where no endpoint has that path; then the servlet serves the request
         */
        boolean answer(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException;

        /** Returns what has to hear of the application's HTTP sessions. */
        EventListener sessionListener();

        /** The login of an HTTP session has ended, the session itself has not. */
        void loggedOut(String sessionId);

        /**
         * The application stops, and its requests have ended: ends the connections that it has opened itself and waits for their last
         * callbacks. In the application's context.
         */
        void stop(Deadline deadline);

        /** Forgets the application. Idempotent. */
        @Override
        void close();
    }
}
