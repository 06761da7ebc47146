package io.keelson.servlet.dispatch;

import io.keelson.servlet.auth.WebSecurity;
import io.keelson.servlet.path.PathMappings;
import io.keelson.servlet.registration.DeployedServlet;
import io.keelson.servlet.request.RequestSession;
import io.keelson.servlet.runtime.WebRuntime;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpUpgradeHandler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A dispatched request in another application than the one that it came for, or back from there: with the session and the roles of that
 * one.
 *
 * <p>Specification: Servlet 6.1, 7.3 Session Scope.
 */
final class VisitingRequest extends DispatchedRequest {
    VisitingRequest(
            HttpServletRequest outer,
            WebRuntime host,
            DeployedServlet servlet,
            DispatcherType type,
            @Nullable DispatchTarget target,
            PathMappings.@Nullable Mapping<DeployedServlet> mapping) {
        super(outer, host, servlet, type, target, mapping);
    }

    @Override
    boolean visiting() {
        return true;
    }

    private RequestSession session() {
        return root().sessions().in(application());
    }

    /** With this request: what is dispatched from here on starts in this application. */
    @Override
    public AsyncContext startAsync() {
        return root().startAsync(this, root().response());
    }

    @Override
    public HttpSession getSession() {
        return Objects.requireNonNull(session().get(true));
    }

    @Override
    public @Nullable HttpSession getSession(boolean create) {
        return session().get(create);
    }

    @Override
    public String changeSessionId() {
        return session().changeId();
    }

    @Override
    public @Nullable String getRequestedSessionId() {
        return session().requestedId();
    }

    @Override
    public boolean isRequestedSessionIdValid() {
        return session().requestedValid();
    }

    @Override
    public boolean isRequestedSessionIdFromCookie() {
        return session().fromCookie();
    }

    @Override
    public boolean isRequestedSessionIdFromURL() {
        return session().fromUrl();
    }

    @Override
    public boolean isUserInRole(String role) {
        WebSecurity security = application().security();
        DeployedServlet servlet = root().running();
        return security != null
                && security.isUserInRole(root().caller(), role, servlet == null ? null : servlet.name());
    }

    @Override
    public <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) {
        throw new IllegalStateException("a request that another application has dispatched here cannot be upgraded");
    }
}
