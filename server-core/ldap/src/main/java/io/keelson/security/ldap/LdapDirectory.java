package io.keelson.security.ldap;

import com.unboundid.ldap.sdk.BindRequest;
import com.unboundid.ldap.sdk.FailoverServerSet;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPConnectionOptions;
import com.unboundid.ldap.sdk.LDAPConnectionPool;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.PostConnectProcessor;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.ServerSet;
import com.unboundid.ldap.sdk.SimpleBindRequest;
import com.unboundid.ldap.sdk.SingleServerSet;
import com.unboundid.ldap.sdk.StartTLSPostConnectProcessor;
import com.unboundid.util.ssl.HostNameSSLSocketVerifier;
import io.keelson.base.config.PasswordFile;
import io.keelson.security.LdapProviderSettings;
import io.keelson.security.ProviderAwayException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connections to the servers of one directory. They are opened when the first is asked for; what cannot be opened is tried again by the
 * next who asks, with files read anew. Certificates are checked, and that they are for the host that was meant. Thread-safe:
 * {@code opening} guards the pool and is held while it is made, which asks no server.
 */
final class LdapDirectory implements AutoCloseable {
    private final LdapProviderSettings settings;
    private final Path domain;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile @Nullable LDAPConnectionPool pool;
    private boolean closed;

    /** Work with a connection. */
    interface Work<T> {
        T with(LDAPConnection connection) throws LDAPException;
    }

    LdapDirectory(LdapProviderSettings settings, Path domain) {
        this.settings = settings;
        this.domain = domain;
    }

    /**
     * Does something with a connection that is bound as the server; once more with a fresh one where it turns out to be dead.
     *
     * @throws ProviderAwayException where there is no connection, or the directory does not do what it is asked
     */
    <T> T ask(Work<T> work) throws ProviderAwayException {
        LDAPConnectionPool connections = pool();
        LDAPConnection connection = connection(connections);
        for (boolean again = false; ; again = true) {
            try {
                T result = work.with(connection);
                connections.releaseConnection(connection);
                return result;
            } catch (LDAPException e) {
                if (e.getResultCode().isConnectionUsable()) {
                    connections.releaseConnection(connection);
                    throw away(e);
                }
                connection = fresh(connections, connection, e, again);
            }
        }
    }

    /**
     * Returns true if the directory takes this password of this entry.
     *
     * @param request a simple bind, never with an empty name or password
     * @throws ProviderAwayException where it does not say
     */
    boolean takes(BindRequest request) throws ProviderAwayException {
        LDAPConnectionPool connections = pool();
        LDAPConnection connection = connection(connections);
        for (boolean again = false; ; again = true) {
            try {
                connection.bind(request);
                // As the user it must not be given to anybody else.
                connections.releaseAndReAuthenticateConnection(connection);
                return true;
            } catch (LDAPException e) {
                if (e.getResultCode().isConnectionUsable()) {
                    connections.releaseAndReAuthenticateConnection(connection);
                    if (refuses(e.getResultCode())) {
                        return false;
                    }
                    throw away(e);
                }
                connection = fresh(connections, connection, e, again);
            }
        }
    }

    /** Another connection in the place of one that is dead: a new one, as others that lie in the pool may have died with it. */
    private LDAPConnection fresh(LDAPConnectionPool connections, LDAPConnection dead, LDAPException why, boolean again)
            throws ProviderAwayException {
        if (again || why.getResultCode() == ResultCode.TIMEOUT) {
            connections.releaseDefunctConnection(dead);
            throw away(why);
        }
        try {
            return connections.replaceDefunctConnection(dead);
        } catch (LDAPException e) {
            throw away(e);
        }
    }

    /** Returns true if the answer says that the password is wrong, or that the entry may not log in. */
    private static boolean refuses(ResultCode code) {
        return code == ResultCode.INVALID_CREDENTIALS
                || code == ResultCode.INAPPROPRIATE_AUTHENTICATION
                || code == ResultCode.NO_SUCH_OBJECT
                || code == ResultCode.INVALID_DN_SYNTAX
                || code == ResultCode.CONSTRAINT_VIOLATION
                || code == ResultCode.INSUFFICIENT_ACCESS_RIGHTS
                || code == ResultCode.UNWILLING_TO_PERFORM;
    }

    private LDAPConnection connection(LDAPConnectionPool connections) throws ProviderAwayException {
        try {
            return connections.getConnection();
        } catch (LDAPException e) {
            throw away(e);
        }
    }

    ProviderAwayException away(LDAPException e) {
        return new ProviderAwayException(
                "the directory at " + String.join(", ", settings.urls()) + " does not answer: "
                        + e.getResultCode().getName() + ": " + e.getExceptionMessage(),
                e);
    }

    private LDAPConnectionPool pool() throws ProviderAwayException {
        LDAPConnectionPool there = pool;
        return there == null ? open() : there;
    }

    private LDAPConnectionPool open() throws ProviderAwayException {
        opening.lock();
        try {
            if (closed) {
                throw new ProviderAwayException("the server ends", null);
            }
            LDAPConnectionPool there = pool;
            if (there == null) {
                there = made();
                pool = there;
            }
            return there;
        } catch (LDAPException e) {
            throw away(e);
        } catch (IOException | GeneralSecurityException e) {
            throw new ProviderAwayException("what a connection to the directory needs cannot be read: " + e, e);
        } finally {
            opening.unlock();
        }
    }

    private LDAPConnectionPool made() throws LDAPException, IOException, GeneralSecurityException {
        SSLSocketFactory tls = new IdentifyingSockets(tls().getSocketFactory());
        LDAPConnectionOptions options = new LDAPConnectionOptions();
        int connect = (int) settings.connectTimeout().toMillis();
        options.setConnectTimeoutMillis(connect);
        options.setResponseTimeoutMillis(settings.responseTimeout().toMillis());
        options.setUseSynchronousMode(true);
        options.setFollowReferrals(false);
        options.setBindWithDNRequiresPassword(true);
        options.setSSLSocketVerifier(new HostNameSSLSocketVerifier(true));
        List<ServerSet> servers = settings.urls().stream()
                .map(url -> server(URI.create(url), tls, options))
                .toList();
        PostConnectProcessor before = settings.startTls() ? new StartTLSPostConnectProcessor(tls) : null;
        LDAPConnectionPool made = new LDAPConnectionPool(
                new FailoverServerSet(servers.toArray(ServerSet[]::new)),
                asServer(),
                0,
                settings.connections(),
                before,
                false);
        made.setConnectionPoolName("realm provider");
        made.setCreateIfNecessary(false);
        made.setMaxWaitTimeMillis(connect);
        return made;
    }

    private static ServerSet server(URI url, SSLSocketFactory tls, LDAPConnectionOptions options) {
        boolean secure = url.getScheme().toLowerCase(Locale.ROOT).equals("ldaps");
        int port = url.getPort() > 0 ? url.getPort() : secure ? 636 : 389;
        String host = url.getHost().replaceAll("[\\[\\]]", "");
        SocketFactory sockets = secure ? tls : SocketFactory.getDefault();
        return new SingleServerSet(host, port, sockets, options);
    }

    private SimpleBindRequest asServer() throws IOException {
        String as = settings.bindDn();
        if (as == null) {
            return new SimpleBindRequest();
        }
        Path file = settings.passwordFile();
        String password = settings.password();
        if (file != null) {
            password = PasswordFile.read(domain.resolve(file));
        }
        if (password == null || password.isEmpty()) {
            throw new IOException("the password for bind-dn is empty");
        }
        return new SimpleBindRequest(as, password);
    }

    private SSLContext tls() throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        Path file = settings.trustFile();
        if (file == null) {
            context.init(null, null, null);
            return context;
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(domain.resolve(file))) {
            int number = 0;
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca-" + number++, each);
            }
            if (number == 0) {
                throw new IOException(file + " has no certificate in it");
            }
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Override
    public void close() {
        opening.lock();
        try {
            closed = true;
            LDAPConnectionPool there = pool;
            pool = null;
            if (there != null) {
                there.close();
            }
        } finally {
            opening.unlock();
        }
    }
}
