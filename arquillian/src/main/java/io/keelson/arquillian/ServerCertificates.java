package io.keelson.arquillian;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts the certificates that a server has written into its record, and no others. Immutable and thread-safe. */
final class ServerCertificates extends X509ExtendedTrustManager {
    private static final X509Certificate[] NONE = {};

    private final Set<String> fingerprints;

    private ServerCertificates(Set<String> fingerprints) {
        this.fingerprints = fingerprints;
    }

    /** Returns what a client needs to talk to that server. */
    static SSLContext context(Set<String> fingerprints) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new ServerCertificates(fingerprints)}, null);
        return context;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        try {
            String shown = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(chain[0].getEncoded()));
            if (!fingerprints.contains(shown)) {
                throw new CertificateException("it shows a certificate that is not the server's, of "
                        + chain[0].getSubjectX500Principal() + " with the SHA-256 fingerprint " + shown);
            }
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new CertificateException("this JDK has no SHA-256", e);
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
