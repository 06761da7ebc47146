package io.keelson.ee.security.authorization;

import jakarta.security.jacc.PolicyConfiguration;
import jakarta.security.jacc.PolicyConfigurationFactory;
import jakarta.security.jacc.PolicyContext;
import jakarta.security.jacc.PolicyContextException;
import org.jspecify.annotations.Nullable;

/**
 * The factory of policy configurations that all applications see. It leads to the factory that the application of a context has, else
 * to the permissions of the server. Contexts are made by deployment alone. Thread-safe; keeps nothing.
 *
 * <p>Specification: Authorization 3.0, 2.3 Policy Configuration Interface.
 */
final class ServerConfigurations extends PolicyConfigurationFactory {
    private final PolicyContexts contexts;

    ServerConfigurations(PolicyContexts contexts) {
        this.contexts = contexts;
    }

    private @Nullable PolicyConfigurationFactory own(@Nullable String context) {
        ModulePolicies module = contexts.find(context);
        return module == null ? null : module.configurations();
    }

    @Override
    public @Nullable PolicyConfigurationFactory getWrapped() {
        ModulePolicies module = contexts.current();
        return module == null ? null : module.wrappedConfigurations();
    }

    @Override
    public PolicyConfiguration getPolicyConfiguration(String context, boolean remove) throws PolicyContextException {
        ModulePolicies module = contexts.find(context);
        PolicyConfigurationFactory own = own(context);
        return own == null || module == null
                ? opened(contexts, context, remove)
                : module.own(() -> own.getPolicyConfiguration(context, remove));
    }

    @Override
    public @Nullable PolicyConfiguration getPolicyConfiguration(String context) {
        ModulePolicies module = contexts.find(context);
        return module == null ? null : module.configuration();
    }

    @Override
    public @Nullable PolicyConfiguration getPolicyConfiguration() {
        String context = PolicyContext.getContextID();
        return context == null ? null : getPolicyConfiguration(context);
    }

    @Override
    public boolean inService(String context) throws PolicyContextException {
        ModulePolicies module = contexts.find(context);
        PolicyConfigurationFactory own = own(context);
        return own == null || module == null ? served(contexts, context) : module.own(() -> own.inService(context));
    }

    private static PermissionTable opened(PolicyContexts contexts, String context, boolean remove)
            throws PolicyContextException {
        PermissionTable table = present(contexts, context);
        if (table == null) {
            throw new PolicyContextException(
                    "there is no policy context '" + context + "': the deployment of a module makes its own");
        }
        table.open(remove);
        return table;
    }

    private static @Nullable PermissionTable present(PolicyContexts contexts, @Nullable String context) {
        ModulePolicies module = contexts.find(context);
        return module == null ? null : module.table();
    }

    private static boolean served(PolicyContexts contexts, String context) {
        PermissionTable table = present(contexts, context);
        return table != null && table.inService();
    }

    /** The factory that one of an application wraps: it has the permissions of the server. */
    static final class Wrapped extends PolicyConfigurationFactory {
        private final PolicyContexts contexts;

        Wrapped(PolicyContexts contexts) {
            this.contexts = contexts;
        }

        @Override
        public PolicyConfiguration getPolicyConfiguration(String context, boolean remove)
                throws PolicyContextException {
            return opened(contexts, context, remove);
        }

        @Override
        public @Nullable PolicyConfiguration getPolicyConfiguration(String context) {
            return present(contexts, context);
        }

        @Override
        public @Nullable PolicyConfiguration getPolicyConfiguration() {
            return present(contexts, PolicyContext.getContextID());
        }

        @Override
        public boolean inService(String context) {
            return served(contexts, context);
        }
    }
}
