package io.keelson.net.tls;

import io.keelson.net.config.ClientAuth;
import io.keelson.net.config.TlsSettings;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * All that a channel needs for handshakes, as read at one time: immutable. Sessions are resumed only within the material
 * that made them, so nobody gets in with a certificate that is trusted no more.
 */
final class TlsMaterial {
    /** With forward secrecy and authenticated encryption; of equal strength the cheaper first. */
    private static final List<String> SUITES = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private final SSLContext context;
    private final SSLParameters parameters;
    private final List<Identity> identities;

    private TlsMaterial(SSLContext context, SSLParameters parameters, List<Identity> identities) {
        this.context = context;
        this.parameters = parameters;
        this.identities = List.copyOf(identities);
    }

    /**
     * Reads it.
     *
     * @throws KeyMaterialException where something cannot be used
     */
    static TlsMaterial read(TlsSettings settings, KeyFiles files) throws IOException {
        List<Identity> identities = files.identities(settings);
        KeyStore trust = files.trust(settings);
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            TrustManager[] trusted = {};
            if (trust != null) {
                TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
                factory.init(trust);
                trusted = factory.getTrustManagers();
            }
            context.init(new KeyManager[] {new SniKeys(identities)}, trusted, null);
            return new TlsMaterial(context, parameters(settings, context), identities);
        } catch (GeneralSecurityException e) {
            throw new KeyMaterialException("this JDK cannot do TLS with what is configured: " + e.getMessage(), e);
        }
    }

    private static SSLParameters parameters(TlsSettings settings, SSLContext context) throws KeyMaterialException {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(settings.protocols().toArray(String[]::new));
        parameters.setCipherSuites(suites(settings, context).toArray(String[]::new));
        parameters.setUseCipherSuitesOrder(true);
        if (settings.clientAuth() == ClientAuth.REQUIRED) {
            parameters.setNeedClientAuth(true);
        } else {
            parameters.setWantClientAuth(settings.clientAuth() == ClientAuth.WANTED);
        }
        return parameters;
    }

    private static List<String> suites(TlsSettings settings, SSLContext context) throws KeyMaterialException {
        Set<String> known =
                Set.copyOf(Arrays.asList(context.getSupportedSSLParameters().getCipherSuites()));
        List<String> wanted = settings.cipherSuites();
        for (String suite : wanted) {
            if (!known.contains(suite)) {
                throw new KeyMaterialException("this JDK does not have the cipher suite " + suite
                        + "; leave out cipher-suites for " + String.join(", ", SUITES));
            }
        }
        List<String> suites =
                wanted.isEmpty() ? SUITES.stream().filter(known::contains).toList() : wanted;
        for (String protocol : settings.protocols()) {
            boolean latest = protocol.equals("TLSv1.3");
            if (suites.stream().noneMatch(suite -> isOfTls13(suite) == latest)) {
                throw new KeyMaterialException("no cipher suite in cipher-suites is one of " + protocol
                        + "; add one, or leave " + protocol + " out of protocols");
            }
        }
        return suites;
    }

    /** Those of TLS 1.3 do not name how keys are exchanged. */
    private static boolean isOfTls13(String suite) {
        return !suite.contains("_WITH_");
    }

    List<Identity> identities() {
        return identities;
    }

    /** The server's side of TLS over a connection that was accepted; the handshake comes with the first use. */
    SSLSocket newSocket(Socket accepted) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(accepted, null, true);
        socket.setUseClientMode(false);
        socket.setSSLParameters(parameters);
        return socket;
    }

    SSLEngine newEngine(List<String> alpn) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setSSLParameters(parameters);
        SSLParameters own = engine.getSSLParameters();
        own.setApplicationProtocols(alpn.toArray(String[]::new));
        engine.setSSLParameters(own);
        return engine;
    }
}
