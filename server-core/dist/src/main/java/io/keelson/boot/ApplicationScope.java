package io.keelson.boot;

import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.remoting.spi.CallScope;
import io.keelson.remoting.spi.RemoteCaller;
import java.security.Principal;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The context in which an application's remote calls run: its own, made anew for each, with who calls.
 *
 * @param application null for the domain's library, which is no application's
 */
record ApplicationScope(@Nullable String application, ClassLoader loader) implements CallScope {
    @Override
    public <T> T run(RemoteCaller caller, Map<String, byte[]> contexts, Callable<T> body) throws Exception {
        InvocationContext context = new InvocationContext(application, loader, 0);
        Principal principal = caller.principal();
        if (principal != null) {
            context.caller(new Caller(principal, caller.groups()));
        }
        return context.call(body);
    }
}
