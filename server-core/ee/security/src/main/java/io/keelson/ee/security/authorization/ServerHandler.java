package io.keelson.ee.security.authorization;

import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import jakarta.security.jacc.PolicyContext;
import jakarta.security.jacc.PolicyContextHandler;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells policies of the call that the calling thread serves. Thread-safe; keeps nothing.
 *
 * <p>Specification: Authorization 3.0, 4.4.1 Policy Context Handlers.
 */
final class ServerHandler implements PolicyContextHandler {
    static final ServerHandler INSTANCE = new ServerHandler();
    static final String ARGUMENTS = "jakarta.ejb.arguments";
    static final List<String> KEYS = List.of(
            PolicyContext.SUBJECT, PolicyContext.PRINCIPAL_MAPPER, PolicyContext.HTTP_SERVLET_REQUEST, ARGUMENTS);

    private ServerHandler() {}

    @Override
    public boolean supports(String key) {
        return KEYS.contains(key);
    }

    @Override
    public String[] getKeys() {
        return KEYS.toArray(String[]::new);
    }

    @Override
    public @Nullable Object getContext(String key, @Nullable Object data) {
        RunningCall call = RunningCall.current();
        return switch (key) {
            case PolicyContext.SUBJECT -> {
                InvocationContext context = InvocationContext.current();
                Caller caller = context == null ? null : context.caller();
                yield caller == null ? null : Subjects.of(caller);
            }
            case PolicyContext.PRINCIPAL_MAPPER -> {
                ModulePolicies module = PolicyContexts.INSTANCE.find(PolicyContext.getContextID());
                yield module == null ? null : new RoleMapper(module.roles());
            }
            case PolicyContext.HTTP_SERVLET_REQUEST -> call == null ? null : call.request();
            case ARGUMENTS -> call == null ? null : call.arguments();
            default -> null;
        };
    }
}
