package io.keelson.ee.cdi.service;

import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import java.security.Principal;
import java.util.function.Consumer;
import org.jboss.weld.security.spi.SecurityServices;

/**
 * The caller of the invocation as the built-in bean {@code Principal}; without a login, one called {@code anonymous}. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 28.4 Additional built-in beans.
 */
public final class CurrentCaller implements SecurityServices {
    private static final Principal ANONYMOUS = new Anonymous();

    /** Nobody has logged in. */
    private static final class Anonymous implements Principal {
        @Override
        public String getName() {
            return "anonymous";
        }

        @Override
        public String toString() {
            return "anonymous";
        }
    }

    @Override
    public Principal getPrincipal() {
        InvocationContext context = InvocationContext.current();
        Caller caller = context == null ? null : context.caller();
        return caller == null ? ANONYMOUS : caller.principal();
    }

    /** The context that {@link ObserverThreads} carries over has the caller. */
    @Override
    public Consumer<Runnable> getSecurityContextAssociator() {
        return Runnable::run;
    }

    @Override
    public void cleanup() {
        // Nothing is kept.
    }
}
