package iiop.client;

import io.keelson.ee.iiop.client.IiopContextFactory;
import iiop.Shop;
import iiop.ShopHome;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.rmi.PortableRemoteObject;

/** Calls as users: {@code as URL USER PASSWORD OPERATION}, a user {@code -} for none and {@code @FILE} for
 * that of a certificate; system property {@code trust} names a certificate. */
final class Users {
    private Users() {}

    static String answer(String[] words) throws Exception {
        Properties properties = new Properties();
        properties.put(Context.INITIAL_CONTEXT_FACTORY, IiopContextFactory.class.getName());
        properties.put(Context.PROVIDER_URL, words[1]);
        Path own = words[2].startsWith("@") ? Path.of(words[2].substring(1)) : null;
        if (!words[2].equals("-") && own == null) {
            properties.put(Context.SECURITY_PRINCIPAL, words[2]);
            properties.put(Context.SECURITY_CREDENTIALS, words[3].toCharArray());
        }
        if (words[1].startsWith("iiops:") && !words[4].equals("untrusted")) {
            properties.put(IiopContextFactory.SSL_CONTEXT, trusting(Path.of(System.getProperty("trust")), own));
        }
        Context context = new InitialContext(properties);
        try {
            ShopHome home =
                    (ShopHome) PortableRemoteObject.narrow(context.lookup("shop/ShopBean"), ShopHome.class);
            Shop shop = home.create();
            switch (words[4]) {
                case "asserting":
                    return Evidences.asserting(words[5], shop);
                case "who":
                    return shop.who();
                case "self":
                    return shop.self().who();
                case "secret":
                    return shop.secret();
                case "handles":
                    return Handles.made(properties, context, home, Path.of(words[5]));
                case "use-handles":
                    return Handles.used(properties, Path.of(words[5]));
                case "list":
                    return String.valueOf(context.list("java:global/shop").hasMore());
                default:
                    return "called";
            }
        } finally {
            context.close();
        }
    }

    private static SSLContext trusting(Path certificate, Path own) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            trusted.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        KeyManager[] keys = null;
        if (own != null) {
            KeyStore store = KeyStore.getInstance(own.toFile(), "changeit".toCharArray());
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, "changeit".toCharArray());
            keys = factory.getKeyManagers();
        }
        context.init(keys, trust.getTrustManagers(), null);
        return context;
    }
}
