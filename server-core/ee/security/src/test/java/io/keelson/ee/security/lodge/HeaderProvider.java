package io.keelson.ee.security.lodge;

import jakarta.security.auth.message.AuthException;
import jakarta.security.auth.message.AuthStatus;
import jakarta.security.auth.message.MessageInfo;
import jakarta.security.auth.message.callback.CallerPrincipalCallback;
import jakarta.security.auth.message.callback.GroupPrincipalCallback;
import jakarta.security.auth.message.config.AuthConfigFactory;
import jakarta.security.auth.message.config.AuthConfigProvider;
import jakarta.security.auth.message.config.ClientAuthConfig;
import jakarta.security.auth.message.config.ServerAuthConfig;
import jakarta.security.auth.message.config.ServerAuthContext;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.UnsupportedCallbackException;

/** Takes the user from the header field that its properties name. */
public class HeaderProvider implements AuthConfigProvider {
    private final String header;

    public HeaderProvider(Map<String, String> properties, AuthConfigFactory factory) {
        this.header = properties == null ? "X-User" : properties.get("header");
        if (factory != null) {
            throw new IllegalStateException("the factory registers");
        }
    }

    @Override
    public ClientAuthConfig getClientAuthConfig(String layer, String context, CallbackHandler handler)
            throws AuthException {
        throw new AuthException("for servers only");
    }

    @Override
    public ServerAuthConfig getServerAuthConfig(String layer, String context, CallbackHandler handler) {
        return new Config(this, layer, context, handler);
    }

    @Override
    public void refresh() {
        // nothing is kept
    }

    private record Config(HeaderProvider provider, String layer, String context, CallbackHandler handler)
            implements ServerAuthConfig {
        @Override
        public ServerAuthContext getAuthContext(String id, Subject service, Map<String, Object> properties) {
            return provider.new Context(handler, properties.get("jakarta.security.jacc.PolicyContext"));
        }

        @Override
        public String getMessageLayer() {
            return layer;
        }

        @Override
        public String getAppContext() {
            return context;
        }

        @Override
        public String getAuthContextID(MessageInfo exchange) {
            return "all";
        }

        @Override
        public void refresh() {
            // nothing is kept
        }

        @Override
        public boolean isProtected() {
            return true;
        }
    }

    private final class Context implements ServerAuthContext {
        private final CallbackHandler handler;
        private final Object policies;

        Context(CallbackHandler handler, Object policies) {
            this.handler = handler;
            this.policies = policies;
        }

        @Override
        public AuthStatus validateRequest(MessageInfo exchange, Subject client, Subject service) throws AuthException {
            ((HttpServletRequest) exchange.getRequestMessage()).setAttribute("policies", policies);
            String user = ((HttpServletRequest) exchange.getRequestMessage()).getHeader(header);
            Callback caller = new CallerPrincipalCallback(client, user);
            Callback groups = new GroupPrincipalCallback(client, user == null ? null : new String[] {"keeper"});
            try {
                handler.handle(user == null ? new Callback[] {caller} : new Callback[] {caller, groups});
            } catch (IOException | UnsupportedCallbackException e) {
                throw (AuthException) new AuthException("not handled").initCause(e);
            }
            return AuthStatus.SUCCESS;
        }

        @Override
        public AuthStatus secureResponse(MessageInfo exchange, Subject service) {
            return AuthStatus.SEND_SUCCESS;
        }

        @Override
        public void cleanSubject(MessageInfo exchange, Subject subject) {
            subject.getPrincipals().clear();
        }
    }
}
