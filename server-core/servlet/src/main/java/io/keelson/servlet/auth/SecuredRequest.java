package io.keelson.servlet.auth;

import io.keelson.kernel.context.Caller;
import io.keelson.servlet.spi.security.RequestAuthentication;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as {@link WebSecurity} needs it; the runtime's own request implements it. Confined to its execute thread.
 *
 * <p>Specification: Servlet 6.1, 13.8.3 Processing Requests.
 */
public interface SecuredRequest {
    /** The request as an application sees it, unwrapped. */
    HttpServletRequest servletRequest();

    /** The path below the context root: decoded, without path parameters, with a leading slash; as servlets are mapped by. */
    String pathInContext();

    /** Path and query as they stood in the request line, in origin form. */
    String target();

    /** Returns who was authenticated; null: nobody. */
    @Nullable
    Caller caller();

    /**
     * Sets the caller of the request: {@code getUserPrincipal}, {@code getAuthType}, the invocation context's caller and the
     * user of the access log.
     *
     * @param scheme as {@code HttpServletRequest.BASIC_AUTH}; null with a null caller
     */
    void caller(@Nullable Caller caller, @Nullable String scheme);

    /**
     * The place in the session for what login needs; it is no attribute and applications do not see it. Lives as long as
     * the session.
     *
     * @return null when there is no session and {@code create} is false
     */
    @Nullable
    SessionLogin sessionLogin(boolean create);

    /**
     * Returns an action that ends the session that {@link #sessionLogin} gave. No request finds the session from then on, and its
     * application is told as soon as that has a place for it. Does nothing where the session has ended. Any thread may run it, and it does
     * not block.
     *
     * @throws IllegalStateException when the request has no session
     */
    Runnable sessionEnd();

    /** Keeps the answer of a module that has authenticated the request; it is told when the application has answered. */
    void validated(RequestAuthentication.Validated answer);

    /** Puts a cookie into the response, in place of one with its name and path; nothing where the response is committed. */
    void cookie(Cookie cookie);

    /** The certificates that the client has shown and the channel trusts, its own first; empty for none. */
    List<X509Certificate> clientCertificates();

    /**
     * Makes this request the saved one, before anything was read from it: its method, header fields (cookies stay this
     * request's) and body. The URI is the same already.
     */
    void restore(SavedRequest saved);
}
