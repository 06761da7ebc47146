package io.keelson.ee.security.authentication;

import jakarta.security.auth.message.callback.CertStoreCallback;
import jakarta.security.auth.message.callback.PrivateKeyCallback;
import jakarta.security.auth.message.callback.SecretKeyCallback;
import jakarta.security.auth.message.callback.TrustStoreCallback;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertStore;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import javax.security.auth.callback.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Answers a module that asks for keys and certificates. The server gives none of its own keys away: there is no private and no secret key,
 * no certificate to look up, and as trusted the authorities that the JVM trusts. Stateless.
 *
 * <p>Specification: Authentication 3.1, 3.5 CallbackHandler Requirements.
 */
final class StoreCallbacks {
    private StoreCallbacks() {}

    /**
     * Answers a callback.
     *
     * @return false where it asks for something else
     * @throws IOException when the JVM cannot make a store
     */
    static boolean answered(Callback callback) throws IOException {
        try {
            if (callback instanceof CertStoreCallback certificates) {
                certificates.setCertStore(
                        CertStore.getInstance("Collection", new CollectionCertStoreParameters(List.of())));
            } else if (callback instanceof TrustStoreCallback trust) {
                trust.setTrustStore(trusted());
            } else if (callback instanceof PrivateKeyCallback key) {
                key.setKey(null, null);
            } else if (callback instanceof SecretKeyCallback key) {
                key.setKey(null);
            } else {
                return false;
            }
            return true;
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "the JVM has no store for " + callback.getClass().getName(), e);
        }
    }

    private static KeyStore trusted() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        int number = 0;
        for (TrustManager each : factory.getTrustManagers()) {
            for (X509Certificate issuer : issuers(each)) {
                store.setCertificateEntry("issuer-" + number++, issuer);
            }
        }
        return store;
    }

    private static X509Certificate[] issuers(@Nullable TrustManager manager) {
        return manager instanceof X509TrustManager known ? known.getAcceptedIssuers() : new X509Certificate[0];
    }
}
