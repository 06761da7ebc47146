package io.keelson.admin.otlp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** Certificates in PEM of who may have signed that of a collector. */
final class TrustFile {
    private TrustFile() {}

    /**
     * Connections to whom these have signed.
     *
     * @throws IOException when there is no such file or no certificate in it; the message names it
     */
    static SSLSocketFactory of(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> all =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (all.isEmpty()) {
                throw new IOException("the trust-file " + file + " has no certificate in it");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            int number = 0;
            for (Certificate each : all) {
                store.setCertificateEntry("ca-" + number++, each);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException("the trust-file " + file + " cannot be used: " + e.getMessage(), e);
        } catch (java.nio.file.NoSuchFileException e) {
            throw new IOException("there is no trust-file " + file, e);
        }
    }
}
