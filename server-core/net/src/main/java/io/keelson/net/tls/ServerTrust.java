package io.keelson.net.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The trust of this server where it is a client of others. */
public final class ServerTrust {
    private ServerTrust() {}

    /**
     * Trust in the certificates of a file, and in those that they vouch for.
     *
     * @param pem certificates in PEM form
     * @throws KeyMaterialException where they cannot be used; the message says why
     */
    public static SSLContext in(Path pem) throws IOException {
        try {
            KeyStore anchors = KeyStore.getInstance("PKCS12");
            anchors.load(null, null);
            int i = 0;
            for (X509Certificate one : KeyFiles.certificates(pem)) {
                anchors.setCertificateEntry(Integer.toString(i++), one);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(anchors);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new KeyMaterialException("this JDK cannot do TLS with " + pem + ": " + e.getMessage(), e);
        }
    }
}
