package io.keelson.ee.security.authorization;

import jakarta.security.jacc.Policy;
import jakarta.security.jacc.PolicyFactory;
import org.jspecify.annotations.Nullable;

/**
 * The factory of policies that all applications see. It leads to the factory that the application of a context has, else to the policy
 * that it has set, else to its constraints. Thread-safe; keeps nothing.
 *
 * <p>Specification: Authorization 3.0, 2.1 Policy Implementation Class.
 */
final class ServerPolicies extends PolicyFactory {
    private final PolicyContexts contexts;

    ServerPolicies(PolicyContexts contexts) {
        this.contexts = contexts;
    }

    @Override
    public @Nullable PolicyFactory getWrapped() {
        ModulePolicies module = contexts.current();
        return module == null ? null : module.wrappedFactory();
    }

    @Override
    public @Nullable Policy getPolicy(@Nullable String context) {
        ModulePolicies module = contexts.find(context);
        return module == null ? null : module.policy();
    }

    @Override
    public void setPolicy(@Nullable String context, @Nullable Policy policy) {
        ModulePolicies module = contexts.find(context);
        if (module == null) {
            throw new IllegalStateException(
                    "there is no policy context '" + context
                            + "': a policy is set for an application, by its identifier or on a thread that serves or starts it");
        }
        PolicyFactory own = module.factory();
        if (own == null) {
            module.ownPolicy(policy);
        } else {
            module.<Boolean, RuntimeException>own(() -> {
                own.setPolicy(context, policy);
                return true;
            });
        }
    }

    /** The factory that one of an application wraps: it has the policy that is set, else the constraints. */
    static final class Wrapped extends PolicyFactory {
        private final PolicyContexts contexts;

        Wrapped(PolicyContexts contexts) {
            this.contexts = contexts;
        }

        @Override
        public @Nullable Policy getPolicy(@Nullable String context) {
            ModulePolicies module = contexts.find(context);
            return module == null ? null : module.wrappedPolicy();
        }

        @Override
        public void setPolicy(@Nullable String context, @Nullable Policy policy) {
            ModulePolicies module = contexts.find(context);
            if (module == null) {
                throw new IllegalStateException("there is no policy context '" + context + "'");
            }
            module.ownPolicy(policy);
        }
    }
}
