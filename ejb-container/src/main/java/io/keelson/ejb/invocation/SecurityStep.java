package io.keelson.ejb.invocation;

import io.keelson.ejb.model.AccessRule;
import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Lets only those call a method that may. Calls of timers and messages come from the server itself and are not asked. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 12.3.
 */
final class SecurityStep implements Step {
    private final BiPredicate<Caller, String> roles;
    private final Step next;

    /**
     * Makes the step.
     *
     * @param roles tells whether a caller is in a role of the application
     */
    SecurityStep(BiPredicate<Caller, String> roles, Step next) {
        this.roles = roles;
        this.next = next;
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        boolean external = call.client() != ClientKind.TIMER && call.client() != ClientKind.MESSAGE;
        if (external && !allowed(call.method().access())) {
            Caller caller = caller();
            throw Failures.denied(
                    call,
                    caller == null
                            ? "a caller that is not authenticated"
                            : "'" + caller.principal().getName() + "'");
        }
        return next.run(call);
    }

    private boolean allowed(AccessRule rule) {
        if (rule instanceof AccessRule.PermitAll) {
            return true;
        }
        if (rule instanceof AccessRule.RolesAllowed named) {
            Caller caller = caller();
            return caller != null && any(caller, named.roles());
        }
        return false;
    }

    private boolean any(Caller caller, Set<String> wanted) {
        for (String role : wanted) {
            if (roles.test(caller, role)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Caller caller() {
        InvocationContext context = InvocationContext.current();
        return context == null ? null : context.caller();
    }
}
