package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.lang.Thread.UncaughtExceptionHandler;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.net.URLConnection;
import org.jspecify.annotations.Nullable;

/** Restores the server's own objects in places of which the JVM has one, and into which the application has put its own. */
public final class JvmDefaults implements Trace {
    private final @Nullable UncaughtExceptionHandler uncaught = Thread.getDefaultUncaughtExceptionHandler();
    private final @Nullable ProxySelector proxies = ProxySelector.getDefault();

    @Override
    public void erase(ApplicationClassLoader loader) {
        // Null means the JDK's own, which is made at the next use.
        if (left(loader, URLConnection.getFileNameMap(), "map from file names to content types")) {
            URLConnection.setFileNameMap(null);
        }
        if (left(loader, Thread.getDefaultUncaughtExceptionHandler(), "handler of uncaught exceptions")) {
            Thread.setDefaultUncaughtExceptionHandler(uncaught);
        }
        if (left(loader, Authenticator.getDefault(), "authenticator")) {
            Authenticator.setDefault(null);
        }
        if (left(loader, CookieHandler.getDefault(), "cookie handler")) {
            CookieHandler.setDefault(null);
        }
        if (left(loader, ResponseCache.getDefault(), "response cache")) {
            ResponseCache.setDefault(null);
        }
        if (left(loader, ProxySelector.getDefault(), "proxy selector")) {
            ProxySelector.setDefault(proxies);
        }
    }

    private static boolean left(ApplicationClassLoader loader, @Nullable Object value, String what) {
        boolean left = Ownership.owns(loader, value);
        if (left) {
            LOG.leftBehind(loader.application(), "the JVM's default " + what);
        }
        return left;
    }
}
