package io.keelson.admin.client;

import io.keelson.admin.domain.Endpoint;
import io.keelson.net.tls.ChannelTls;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts the certificates that a server says are its own, in a file that only it writes, and no others: no authority, no name
 * and no date counts beside that, so that a certificate for development serves, and one that expired does not lock the operator
 * out. That the peer has the key of the certificate is TLS's matter. Immutable and thread-safe.
 */
final class ServerCertificates extends X509ExtendedTrustManager {
    private static final X509Certificate[] NONE = {};

    private final List<String> fingerprints;

    private ServerCertificates(List<String> fingerprints) {
        this.fingerprints = fingerprints;
    }

    /** Makes sockets on which only the server of that endpoint is trusted. */
    static SSLSocketFactory sockets(Endpoint endpoint) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new ServerCertificates(endpoint.certificates())}, null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException("this JDK cannot speak TLS: " + e.getMessage(), e);
        }
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        String shown = ChannelTls.fingerprint(chain[0]);
        if (!fingerprints.contains(shown)) {
            throw new CertificateException("it shows a certificate that is not the server's, of "
                    + chain[0].getSubjectX500Principal() + " with the SHA-256 fingerprint " + shown);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("this is no server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return NONE;
    }
}
