package io.keelson.perf;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key of 2,048 bits of RSA with a certificate for 127.0.0.1 that vouches for itself, made for one run by the JDK's keytool: the same
 * for every server.
 *
 * @param file a PKCS12 key store, with {@link #PASSWORD}
 */
record KeyMaterial(Path file) {
    /** Of a key that lives for one run. */
    static final String PASSWORD = "measured";

    /** Returns where a directory's is. */
    static Path file(Path directory) {
        return directory.resolve("server.p12");
    }

    /** Makes one in a directory, unless it is there. */
    static KeyMaterial in(Path directory) throws IOException, InterruptedException {
        Path file = file(Files.createDirectories(directory));
        if (!Files.exists(file)) {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "server",
                            "-keyalg",
                            "RSA",
                            "-keysize",
                            "2048",
                            "-dname",
                            "CN=localhost",
                            "-ext",
                            "san=ip:127.0.0.1,dns:localhost",
                            "-validity",
                            "30",
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            PASSWORD,
                            "-keystore",
                            file.toString())
                    .inheritIO()
                    .start();
            if (keytool.waitFor() != 0) {
                throw new IOException("no key in " + file);
            }
        }
        return new KeyMaterial(file);
    }

    private KeyStore store() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    /** For a server that takes its key from an {@code SSLContext}. */
    SSLContext context() throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store(), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /** Opens a connection to a server that has this key. */
    HttpURLConnection open(URI uri) throws IOException {
        HttpsURLConnection connection = (HttpsURLConnection) uri.toURL().openConnection();
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("server", store().getCertificate("server"));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            connection.setSSLSocketFactory(context.getSocketFactory());
        } catch (GeneralSecurityException e) {
            throw new IOException("the key in " + file + " is of no use", e);
        }
        return connection;
    }
}
