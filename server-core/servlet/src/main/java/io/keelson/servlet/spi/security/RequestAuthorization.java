package io.keelson.servlet.spi.security;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.context.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Authorization by policies that an application may bring. A part attaches one to the deployment of a web module before the web container
 * starts it. The web container asks it in place of its own decision while {@link #decides} says so. Thread-safe. The methods that
 * decide come on the execute thread of a request, in its invocation context. What a policy throws comes out of them: the request fails.
 *
 * <p>Specification: Servlet 6.1, 13.8.3 Processing Requests.
 */
public interface RequestAuthorization {
    /** The calling thread works for the application outside of its requests: it starts or ends. */
    void enter();

    /** The calling thread does so no longer. On the thread of {@link #enter}; does not throw. */
    void leave();

    /**
     * The application has started, and its rules are known. Before the first request.
     *
     * @throws DeploymentException where the rules cannot be told to the policies
     */
    void started(WebConstraints constraints) throws DeploymentException;

    /** Returns true if the application has a policy of its own at this moment. */
    boolean decides();

    /**
     * Returns true if the caller may send such a request.
     *
     * @param caller null for nobody
     * @param path below the context root, with a leading slash
     * @param method as {@code GET}
     */
    boolean permits(@Nullable Caller caller, String path, String method);

    /**
     * Returns true if such a request may come by a transport.
     *
     * @param caller null for nobody
     * @param secure true if the transport is TLS
     */
    boolean permitsTransport(@Nullable Caller caller, String path, String method, boolean secure);

    /**
     * Returns true if the caller is in a role.
     *
     * @param caller null for nobody
     * @param servlet the servlet in whose code the name stands; null: none
     */
    boolean holds(@Nullable Caller caller, String role, @Nullable String servlet);
}
