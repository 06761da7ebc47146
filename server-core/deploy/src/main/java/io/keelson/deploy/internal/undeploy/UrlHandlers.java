package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLConnection;
import java.util.Hashtable;

/**
 * The JVM's factories of URL stream handlers and of content handlers, which can be set once, and what they made: without this the
 * next version of an application that sets one fails, as there is one already. Reached only in a JVM that was started with
 * {@code --add-opens java.base/java.net=ALL-UNNAMED}.
 */
public final class UrlHandlers implements Trace {
    @Override
    public void erase(ApplicationClassLoader loader) throws ReflectiveOperationException {
        erase(loader, URL.class, "the JVM's factory of URL stream handlers");
        erase(loader, URLConnection.class, "the JVM's factory of content handlers");
    }

    private static void erase(ApplicationClassLoader loader, Class<?> owner, String what)
            throws ReflectiveOperationException {
        Field factory = owner.getDeclaredField("factory");
        Field handlers = owner.getDeclaredField("handlers");
        if (!Opened.to(factory) || !Opened.to(handlers)) {
            return;
        }
        if (Ownership.owns(loader, factory.get(null))) {
            factory.set(null, null);
            LOG.leftBehind(loader.application(), what);
        }
        Hashtable<?, ?> made = (Hashtable<?, ?>) handlers.get(null);
        made.values().removeIf(handler -> Ownership.owns(loader, handler));
    }
}
