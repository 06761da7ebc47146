package io.keelson.kernel.machine;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Trusts the machines of the domain whose certificates were not revoked, or one of them alone. Thread-safe. */
final class MachineTrust extends X509ExtendedTrustManager {
    private static final X509Certificate[] NONE = {};

    private final MachineTls tls;
    private final @Nullable String machine;

    /** @param machine whom alone; null for all */
    MachineTrust(MachineTls tls, @Nullable String machine) {
        this.tls = tls;
        this.machine = machine;
    }

    private X509ExtendedTrustManager authority() throws CertificateException {
        try {
            return tls.current().trust();
        } catch (IOException | GeneralSecurityException e) {
            throw new CertificateException("the certificate of the domain's authority cannot be used", e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        authority().checkClientTrusted(chain, authType);
        tls.check(chain[0], machine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        authority().checkClientTrusted(chain, authType, socket);
        tls.check(chain[0], machine);
        tls.met(socket, chain[0]);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        authority().checkClientTrusted(chain, authType, engine);
        tls.check(chain[0], machine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        authority().checkServerTrusted(chain, authType);
        tls.check(chain[0], machine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        authority().checkServerTrusted(chain, authType, socket);
        tls.check(chain[0], machine);
        tls.met(socket, chain[0]);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        authority().checkServerTrusted(chain, authType, engine);
        tls.check(chain[0], machine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        try {
            return new X509Certificate[] {tls.current().authority()};
        } catch (IOException e) {
            return NONE;
        }
    }
}
