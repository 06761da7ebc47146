package io.keelson.boot;

import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.remoting.spi.CallContexts;
import io.keelson.remoting.spi.RemoteCaller;
import java.util.Map;

/**
 * Identity that the invocation context of a thread gives to its remote calls: the caller. Nothing else of it travels here; its transaction
 * does as {@link PropagationEntry}.
 */
final class CallingThread implements CallContexts {
    @Override
    public Map<String, byte[]> outgoing() {
        return Map.of();
    }

    @Override
    public RemoteCaller caller() {
        InvocationContext context = InvocationContext.current();
        Caller caller = context == null ? null : context.caller();
        return caller == null ? RemoteCaller.ANONYMOUS : new RemoteCaller(caller.principal(), caller.groups());
    }

    @Override
    public Runnable onBehalf(Runnable task) {
        InvocationContext current = InvocationContext.current();
        if (current == null) {
            return task;
        }
        InvocationContext copy = current.copy();
        return () -> {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            InvocationContext before = InvocationContext.enter(copy);
            try {
                task.run();
            } finally {
                InvocationContext.exit(before, loader);
            }
        };
    }
}
