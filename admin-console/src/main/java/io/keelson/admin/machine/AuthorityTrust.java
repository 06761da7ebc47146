package io.keelson.admin.machine;

import io.keelson.net.tls.ChannelTls;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts one machine alone, by the fingerprint of the authority that must have given it its certificate: another machine of the domain is
 * not taken for the admin server's, nor somebody with an authority of their own. Immutable.
 */
final class AuthorityTrust extends X509ExtendedTrustManager {
    private static final X509Certificate[] NONE = {};

    private final String authority;
    private final String subject;

    private AuthorityTrust(String authority, String subject) {
        this.authority = authority;
        this.subject = subject;
    }

    /**
     * Sockets on which only that machine is trusted.
     *
     * @param authority the SHA-256 of the authority's certificate
     * @param subject the common name of the machine's
     */
    static SSLSocketFactory sockets(String authority, String subject) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new AuthorityTrust(authority, subject)}, null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException("this JDK cannot speak TLS: " + e.getMessage(), e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        X509Certificate vouching = Arrays.stream(chain)
                .filter(one -> ChannelTls.fingerprint(one).equals(authority))
                .findFirst()
                .orElseThrow(() -> new CertificateException(
                        "it shows a certificate of another authority. Either somebody is between this machine and the admin"
                                + " server, or the token is of another domain"));
        X509Certificate shown = chain[0];
        try {
            vouching.verify(vouching.getPublicKey());
            shown.verify(vouching.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new CertificateException("its certificate is not one of the domain's authority", e);
        }
        if (vouching.getBasicConstraints() < 0) {
            throw new CertificateException("what vouches for it is no authority");
        }
        if (!shown.getSubjectX500Principal().getName().equals("CN=" + Rdn.escapeValue(subject))) {
            throw new CertificateException("it is "
                    + shown.getSubjectX500Principal().getName() + " and not the admin server's machine, " + subject);
        }
        shown.checkValidity();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkServerTrusted(chain, authType);
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
