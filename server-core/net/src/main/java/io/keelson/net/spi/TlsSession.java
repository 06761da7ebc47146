package io.keelson.net.spi;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Result of the TLS handshake of a connection. Immutable.
 *
 * @param protocol {@code TLSv1.2} or {@code TLSv1.3}
 * @param cipherSuite by its standard name, as {@code TLS_AES_128_GCM_SHA256}
 * @param keySize the bits of the cipher's key; 0 where the name does not say
 * @param id the session's number in hexadecimal digits. Connections that resume a session of TLS 1.2 by its number have the
 *     same; a ticket (TLS 1.3, and 1.2 where the client knows them) gives each connection its own
 * @param peerCertificates the client's certificate first, then those that vouch for it; empty where it showed none.
 *     Only certificates that are trusted get here
 */
public record TlsSession(
        String protocol, String cipherSuite, int keySize, String id, List<X509Certificate> peerCertificates) {
    public TlsSession {
        peerCertificates = List.copyOf(peerCertificates);
    }

    /** The bits of the key of a cipher suite, by its name; 0 where the name does not say. */
    public static int keySize(String cipherSuite) {
        if (cipherSuite.contains("_256_") || cipherSuite.contains("CHACHA20")) {
            return 256;
        }
        if (cipherSuite.contains("_128_")) {
            return 128;
        }
        return cipherSuite.contains("3DES") ? 168 : 0;
    }
}
