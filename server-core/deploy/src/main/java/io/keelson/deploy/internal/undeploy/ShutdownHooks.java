package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Shutdown hooks that the application added. What they are for has come, so they are run, and taken away. They are found only
 * in a JVM that was started with {@code --add-opens java.base/java.lang=ALL-UNNAMED}. While the JVM itself ends, it runs them.
 */
public final class ShutdownHooks implements Trace {
    private final Duration grace;

    /** A hook is waited for {@code grace} long. */
    public ShutdownHooks(Duration grace) {
        this.grace = grace;
    }

    @Override
    public void erase(ApplicationClassLoader loader) throws ReflectiveOperationException, InterruptedException {
        for (Thread hook : hooks()) {
            boolean own = Ownership.owns(loader, hook) || Ownership.isOrIsBelow(loader, hook.getContextClassLoader());
            if (own && taken(hook)) {
                hook.start();
                TimeUnit.NANOSECONDS.timedJoin(hook, grace.toNanos());
                LOG.shutdownHookRun(
                        loader.application(), hook.getName(), hook.getClass().getName());
            }
        }
    }

    private static boolean taken(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException theJvmEnds) {
            return false;
        }
    }

    private static List<Thread> hooks() throws ReflectiveOperationException {
        Class<?> owner = Class.forName("java.lang.ApplicationShutdownHooks");
        Field field = owner.getDeclaredField("hooks");
        if (!Opened.to(field)) {
            return List.of();
        }
        synchronized (owner) { // as the JDK does
            Map<?, ?> hooks = (Map<?, ?>) field.get(null);
            return hooks == null
                    ? List.of()
                    : hooks.keySet().stream().map(Thread.class::cast).toList();
        }
    }
}
