package io.keelson.session.hotrod;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.Principal;
import java.security.Provider;
import java.security.Security;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.sasl.AuthorizeCallback;
import javax.security.sasl.RealmCallback;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslException;
import javax.security.sasl.SaslServer;
import javax.security.sasl.SaslServerFactory;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.server.core.security.sasl.SaslAuthenticator;
import org.infinispan.server.hotrod.HotRodServer;
import org.infinispan.server.hotrod.configuration.HotRodServerConfigurationBuilder;

/** Infinispan's own Hot Rod server in this JVM, on loopback: it can be stopped, and started with what it had or empty. */
public final class GridServer implements AutoCloseable {
    static final String CACHE = "sessions";
    public static final String USER = "keelson";
    public static final String PASSWORD = "a-secret-of-the-grid";

    private final int port;
    /** How clients prove who they are; null: they do not. */
    private final String mechanism;

    private final Path keys;
    private DefaultCacheManager content;
    private HotRodServer server;

    private GridServer(String mechanism, Path keys) throws IOException {
        this.keys = keys;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        this.mechanism = mechanism;
        empty();
    }

    static GridServer start() throws IOException {
        return started(new GridServer(null, null));
    }

    /** One that asks who comes. */
    public static GridServer startAuthenticated() throws IOException {
        return startAuthenticated("DIGEST-MD5");
    }

    /** One that knows that SASL mechanism alone. */
    static GridServer startAuthenticated(String mechanism) throws IOException {
        return started(new GridServer(mechanism, null));
    }

    /** One that speaks TLS alone, with the key of a PKCS #12 file whose password is {@link #PASSWORD}. */
    static GridServer startEncrypted(Path keys) throws IOException {
        return started(new GridServer(null, keys));
    }

    private static GridServer started(GridServer grid) {
        grid.begin();
        return grid;
    }

    public int port() {
        return port;
    }

    /** Forgets everything, as a grid does that keeps it in memory and was restarted. */
    void empty() {
        if (content != null) {
            content.stop();
        }
        GlobalConfigurationBuilder global = new GlobalConfigurationBuilder();
        global.jmx().disable();
        content = new DefaultCacheManager(global.build());
        ConfigurationBuilder cache = new ConfigurationBuilder();
        cache.encoding().mediaType("application/octet-stream");
        content.defineConfiguration(CACHE, cache.build());
        content.getCache(CACHE);
    }

    /** Listens. */
    void begin() {
        HotRodServerConfigurationBuilder how = new HotRodServerConfigurationBuilder();
        how.name("grid").host("127.0.0.1").port(port);
        if (mechanism != null) {
            how.authentication()
                    .enable()
                    .sasl()
                    .serverName("infinispan")
                    .addMechanisms(mechanism)
                    .authenticator(new Users());
        }
        if (keys != null) {
            how.ssl()
                    .enable()
                    .keyStoreFileName(keys.toString())
                    .keyStoreType("PKCS12")
                    .keyStorePassword(PASSWORD.toCharArray());
        }
        server = new HotRodServer();
        server.start(how.build(), content);
        server.postStart();
    }

    /** Listens no more, and cuts off who is connected; what it has stays. */
    void end() {
        server.stop();
    }

    @Override
    public void close() {
        end();
        content.stop();
    }

    /** What the JDK has. */
    private static final class Standard implements SaslServerFactory {
        @Override
        public SaslServer createSaslServer(
                String mechanism,
                String protocol,
                String serverName,
                Map<String, ?> properties,
                CallbackHandler handler)
                throws SaslException {
            return Sasl.createSaslServer(mechanism, protocol, serverName, properties, handler);
        }

        @Override
        public String[] getMechanismNames(Map<String, ?> properties) {
            return new String[] {"DIGEST-MD5"};
        }
    }

    /** There is one user. */
    private static final class Users implements SaslAuthenticator {
        @Override
        public SaslServer createSaslServer(
                String mechanism,
                List<Principal> principals,
                String protocol,
                String serverName,
                Map<String, String> properties)
                throws SaslException {
            Map<String, String> all = new HashMap<>(properties);
            all.put("com.sun.security.sasl.digest.realm", "default");
            return factory(mechanism).createSaslServer(mechanism, protocol, serverName, all, callbacks -> {
                for (Callback each : callbacks) {
                    if (each instanceof PasswordCallback password) {
                        password.setPassword(PASSWORD.toCharArray());
                    } else if (each instanceof AuthorizeCallback authorize) {
                        authorize.setAuthorized(USER.equals(authorize.getAuthenticationID()));
                    } else if (each instanceof RealmCallback realm) {
                        realm.setText(realm.getDefaultText());
                    } else if (each instanceof NameCallback name) {
                        name.setName(name.getDefaultName());
                    } else {
                        throw new UnsupportedCallbackException(each); // SCRAM asks for stored verifiers first
                    }
                }
            });
        }

        /** The JDK has no server's side of SCRAM; Infinispan brings one, with a provider of the passwords that it makes of ours. */
        private static SaslServerFactory factory(String mechanism) throws SaslException {
            if (!mechanism.startsWith("SCRAM-")) {
                return new Standard();
            }
            try {
                Class<?> passwords = Class.forName("org.wildfly.security.password.WildFlyElytronPasswordProvider");
                Security.addProvider(
                        (Provider) passwords.getMethod("getInstance").invoke(null));
            } catch (ReflectiveOperationException e) {
                throw new SaslException("Infinispan has no passwords for SCRAM", e);
            }
            return ServiceLoader.load(SaslServerFactory.class, GridServer.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(each -> List.of(each.getMechanismNames(Map.of())).contains(mechanism))
                    .findFirst()
                    .orElseThrow(() -> new SaslException("nobody speaks " + mechanism));
        }
    }
}
