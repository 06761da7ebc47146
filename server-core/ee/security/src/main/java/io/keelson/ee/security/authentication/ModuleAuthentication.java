package io.keelson.ee.security.authentication;

import io.keelson.ee.security.factory.ServerConfigFactory;
import io.keelson.kernel.context.Caller;
import io.keelson.security.Realm;
import io.keelson.servlet.spi.security.RequestAuthentication;
import jakarta.security.auth.message.AuthException;
import jakarta.security.auth.message.AuthStatus;
import jakarta.security.auth.message.MessageInfo;
import jakarta.security.auth.message.config.AuthConfigFactory;
import jakarta.security.auth.message.config.AuthConfigProvider;
import jakarta.security.auth.message.config.ServerAuthConfig;
import jakarta.security.auth.message.config.ServerAuthContext;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.HashMap;
import java.util.Map;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Asks the module that is registered for a web module. Thread-safe.
 *
 * <p>Specification: Authentication 3.1, 3.8 Message Processing Requirements.
 */
public final class ModuleAuthentication implements RequestAuthentication {
    private static final String LAYER = "HttpServlet";
    private static final String MANDATORY = "jakarta.security.auth.message.MessagePolicy.isMandatory";
    private static final String POLICIES = "jakarta.security.jacc.PolicyContext";
    private static final String REGISTER = "jakarta.servlet.http.registerSession";
    private static final String SCHEME = "jakarta.servlet.http.authType";

    private final CallerOfCallbacks callbacks;
    private final @Nullable String policies;
    private volatile @Nullable String known;

    /**
     * Makes that of a web module.
     *
     * @param policies the identifier of its policy context; null: it has none
     */
    public ModuleAuthentication(Realm realm, @Nullable String policies) {
        this.policies = policies;
        this.callbacks = new CallerOfCallbacks(realm);
    }

    private @Nullable AuthConfigProvider provider(ServletContext context) {
        String id = known;
        if (id == null) {
            id = ServerConfigFactory.applicationContext(context);
            known = id;
        }
        return AuthConfigFactory.getFactory().getConfigProvider(LAYER, id, null);
    }

    @Override
    public boolean applies(ServletContext context) {
        return provider(context) != null;
    }

    @Override
    public Validated validate(HttpServletRequest request, HttpServletResponse response, boolean mandatory)
            throws ServletException {
        LogoutResponse module = new LogoutResponse(request, response);
        Exchange exchange = new Exchange(request, module);
        if (mandatory) {
            exchange.properties.put(MANDATORY, "true");
        }
        try {
            ServerAuthContext context = context(request.getServletContext(), exchange);
            Subject subject = new Subject();
            AuthStatus status = context.validateRequest(exchange, subject, null);
            RestoredRequest.repair(exchange.request);
            if (exchange.response == module) {
                exchange.response = response;
            }
            return new Answer(context, exchange, status, CallerOfCallbacks.of(subject));
        } catch (AuthException e) {
            throw failed(e);
        }
    }

    private ServerAuthContext context(ServletContext of, MessageInfo exchange) throws AuthException {
        AuthConfigProvider provider = provider(of);
        if (provider == null) {
            throw new AuthException("the module of the application has been removed");
        }
        ServerAuthConfig config = provider.getServerAuthConfig(LAYER, known, callbacks);
        Map<String, Object> properties = new HashMap<>();
        if (policies != null) {
            properties.put(POLICIES, policies);
        }
        ServerAuthContext context = config.getAuthContext(config.getAuthContextID(exchange), null, properties);
        if (context == null) {
            throw new AuthException("the module of the application gives no context");
        }
        return context;
    }

    private static ServletException failed(AuthException e) {
        return new ServletException("the authentication module of the application has failed: " + e.getMessage(), e);
    }

    @Override
    public void clean(HttpServletRequest request, HttpServletResponse response, @Nullable Caller caller)
            throws ServletException {
        Exchange exchange = new Exchange(request, new LogoutResponse(request, response));
        Subject subject = new Subject();
        if (caller != null) {
            subject.getPrincipals().add(caller.principal());
        }
        try {
            context(request.getServletContext(), exchange).cleanSubject(exchange, subject);
        } catch (AuthException e) {
            throw failed(e);
        }
    }

    /** Returns the application context of the module; null before its first request. */
    public @Nullable String applicationContext() {
        return known;
    }

    /** A request and its response, as modules see and replace them. */
    private static final class Exchange implements MessageInfo {
        private Object request;
        private Object response;
        private final Map<Object, Object> properties = new HashMap<>();

        Exchange(HttpServletRequest request, HttpServletResponse response) {
            this.request = request;
            this.response = response;
        }

        @Override
        public Object getRequestMessage() {
            return request;
        }

        @Override
        public Object getResponseMessage() {
            return response;
        }

        @Override
        public void setRequestMessage(Object message) {
            request = message;
        }

        @Override
        public void setResponseMessage(Object message) {
            response = message;
        }

        @Override
        @SuppressWarnings("rawtypes") // the API has it so
        public Map getMap() {
            return properties;
        }
    }

    private record Answer(
            ServerAuthContext context,
            Exchange exchange,
            AuthStatus status,
            @Nullable Caller caller) implements Validated {
        @Override
        public boolean proceeds() {
            return status == AuthStatus.SUCCESS;
        }

        @Override
        public boolean refuses() {
            return status == AuthStatus.SEND_FAILURE;
        }

        @Override
        public boolean remembers() {
            return Boolean.parseBoolean(String.valueOf(exchange.properties.get(REGISTER)));
        }

        @Override
        public String scheme() {
            return exchange.properties.get(SCHEME) instanceof String scheme ? scheme : "MODULE";
        }

        @Override
        public HttpServletRequest request() {
            return (HttpServletRequest) exchange.request;
        }

        @Override
        public HttpServletResponse response() {
            return (HttpServletResponse) exchange.response;
        }

        @Override
        public void secure() throws ServletException {
            try {
                context.secureResponse(exchange, null);
            } catch (AuthException e) {
                throw failed(e);
            }
        }
    }
}
