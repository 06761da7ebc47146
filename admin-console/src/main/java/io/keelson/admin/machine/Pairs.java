package io.keelson.admin.machine;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/** Reads what came over a wire. Holds nothing. */
final class Pairs {
    private Pairs() {}

    /** The first certificate of a chain in PEM form. */
    static X509Certificate first(String chain) throws IOException {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(chain.getBytes(StandardCharsets.US_ASCII)));
        } catch (CertificateException e) {
            throw new IOException("the certificate that came is damaged: " + e.getMessage(), e);
        }
    }
}
