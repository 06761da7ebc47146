package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.security.GeneralSecurityException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/**
 * The JVM's defaults of TLS that the application has changed: the context, and the socket factory and host name verifier of
 * {@link HttpsURLConnection}. A context of the JDK's class holds the trust managers of the application that made it. The JDK's own come
 * back; where another application may have set them, both are named and they stay. An application that has not asked for the classes
 * with which these are set is not suspected and costs nothing. Its lock guards the set.
 */
public final class TlsDefaults implements Trace {
    /** The protocol of a context that the JDK has made as its default. */
    private static final String JDKS_OWN = "Default";

    private final Set<ApplicationClassLoader> running = Collections.newSetFromMap(new WeakHashMap<>());

    @Override
    public synchronized void beginning(ApplicationClassLoader loader) {
        running.add(loader);
    }

    @Override
    public synchronized void erase(ApplicationClassLoader loader) throws GeneralSecurityException {
        running.remove(loader);
        if (loader.usesTlsContexts()) {
            eraseContext(loader);
        }
        if (loader.usesHttpsConnections()) {
            eraseVerifier(loader);
            eraseFactory(loader);
        }
    }

    private static void eraseVerifier(ApplicationClassLoader loader) {
        HostnameVerifier verifier = HttpsURLConnection.getDefaultHostnameVerifier();
        if (Ownership.owns(loader, verifier)) {
            HttpsURLConnection.setDefaultHostnameVerifier(loader.jdksHostnameVerifier());
            LOG.leftBehind(loader.application(), "the JVM's default verifier of host names");
        }
    }

    private void eraseContext(ApplicationClassLoader loader) throws GeneralSecurityException {
        SSLContext context = SSLContext.getDefault();
        if (!context.getProtocol().equals(JDKS_OWN)
                && mayTake(loader, context, "the JVM's default SSLContext", ApplicationClassLoader::usesTlsContexts)) {
            SSLContext.setDefault(SSLContext.getInstance(JDKS_OWN));
        }
    }

    /** Erases a factory of the application's classes, or one of the JDK's class that only an own context can have made. */
    private void eraseFactory(ApplicationClassLoader loader) {
        SSLSocketFactory factory = HttpsURLConnection.getDefaultSSLSocketFactory();
        boolean suspect = loader.usesTlsContexts() && factory != SSLSocketFactory.getDefault();
        if ((suspect || Ownership.owns(loader, factory))
                && mayTake(
                        loader,
                        factory,
                        "the JVM's default SSLSocketFactory of HttpsURLConnection",
                        TlsDefaults::mayHaveSetFactory)) {
            HttpsURLConnection.setDefaultSSLSocketFactory((SSLSocketFactory) SSLSocketFactory.getDefault());
        }
    }

    private static boolean mayHaveSetFactory(ApplicationClassLoader loader) {
        return loader.usesHttpsConnections() && loader.usesTlsContexts();
    }

    /** Returns true if it is the application's, or no other can have set it. */
    private boolean mayTake(
            ApplicationClassLoader loader, Object value, String what, Predicate<ApplicationClassLoader> mayHaveSet) {
        String others = running.stream()
                .filter(mayHaveSet)
                .map(other -> "'" + other.application() + "'")
                .sorted()
                .collect(Collectors.joining(", "));
        if (Ownership.owns(loader, value) || others.isEmpty()) {
            LOG.leftBehind(loader.application(), what);
            return true;
        }
        LOG.perhapsLeft(loader.application(), what, others);
        return false;
    }
}
