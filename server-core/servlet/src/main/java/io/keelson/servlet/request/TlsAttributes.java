package io.keelson.servlet.request;

import io.keelson.net.spi.TlsSession;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.Map;

/**
 * The attributes of a request that came by TLS. Stateless.
 *
 * <p>Specification: Servlet 6.1, 3.11 SSL Attributes.
 */
final class TlsAttributes {
    private static final String PREFIX = "jakarta.servlet.request.";

    private TlsAttributes() {}

    static Map<String, Object> of(TlsSession tls) {
        Map<String, Object> attributes = new HashMap<>();
        attributes.put(PREFIX + "secure_protocol", tls.protocol());
        attributes.put(PREFIX + "cipher_suite", tls.cipherSuite());
        if (tls.keySize() > 0) {
            attributes.put(PREFIX + "key_size", tls.keySize());
        }
        attributes.put(PREFIX + "ssl_session_id", tls.id());
        if (!tls.peerCertificates().isEmpty()) {
            attributes.put(PREFIX + "X509Certificate", tls.peerCertificates().toArray(X509Certificate[]::new));
        }
        return attributes;
    }
}
