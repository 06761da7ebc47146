package io.keelson.ejb.invocation;

import io.keelson.component.spi.BeanAuthorization;
import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBLocalHome;
import org.jspecify.annotations.Nullable;

/**
 * Lets a policy of the application decide who may call a method, where it has one. Calls of timers and messages come from the server
 * itself and are not asked. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 12.6.
 */
final class PolicyStep implements Step {
    private final BeanAuthorization policies;
    private final String bean;
    private final Step constraints;
    private final Step next;

    /**
     * Makes the step.
     *
     * @param constraints follows where the application has no policy
     * @param next follows where a policy has permitted the call
     */
    PolicyStep(BeanAuthorization policies, String bean, Step constraints, Step next) {
        this.policies = policies;
        this.bean = bean;
        this.constraints = constraints;
        this.next = next;
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        Object before = policies.enter(call.arguments());
        try {
            if (!policies.decides()) {
                return constraints.run(call);
            }
            if (call.client() != ClientKind.TIMER && call.client() != ClientKind.MESSAGE) {
                decide(call);
            }
            return next.run(call);
        } finally {
            policies.leave(before);
        }
    }

    private void decide(BeanCall call) throws Throwable {
        InvocationContext context = InvocationContext.current();
        Caller caller = context == null ? null : context.caller();
        String view = view(call);
        if (!policies.permitsCall(caller, bean, view, call.method().method())) {
            throw Failures.denied(
                    call,
                    caller == null
                            ? "a caller that is not authenticated"
                            : "'" + caller.principal().getName() + "'");
        }
    }

    private static String view(BeanCall call) {
        Class<?> declaring = call.method().method().getDeclaringClass();
        if (EJBHome.class.isAssignableFrom(declaring)) {
            return "Home";
        }
        if (EJBLocalHome.class.isAssignableFrom(declaring)) {
            return "LocalHome";
        }
        return call.client().remote() ? "Remote" : "Local";
    }
}
