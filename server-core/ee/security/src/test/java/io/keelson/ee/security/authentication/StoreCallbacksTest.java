package io.keelson.ee.security.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.security.auth.message.callback.CertStoreCallback;
import jakarta.security.auth.message.callback.PrivateKeyCallback;
import jakarta.security.auth.message.callback.SecretKeyCallback;
import jakarta.security.auth.message.callback.TrustStoreCallback;
import java.security.cert.X509CertSelector;
import javax.security.auth.callback.NameCallback;
import org.junit.jupiter.api.Test;

/** Stores and keys that modules ask for. */
class StoreCallbacksTest {
    @Test
    void storesAreThereAndKeysAreNot() throws Exception {
        CertStoreCallback certificates = new CertStoreCallback();
        TrustStoreCallback trust = new TrustStoreCallback();
        PrivateKeyCallback own = new PrivateKeyCallback(new PrivateKeyCallback.AliasRequest("s1as"));
        PrivateKeyCallback standard = new PrivateKeyCallback(null);
        SecretKeyCallback secret = new SecretKeyCallback(new SecretKeyCallback.AliasRequest("till"));

        assertThat(StoreCallbacks.answered(certificates)).isTrue();
        assertThat(StoreCallbacks.answered(trust)).isTrue();
        assertThat(StoreCallbacks.answered(own)).isTrue();
        assertThat(StoreCallbacks.answered(standard)).isTrue();
        assertThat(StoreCallbacks.answered(secret)).isTrue();

        assertThat(certificates.getCertStore().getCertificates(new X509CertSelector()))
                .isEmpty();
        assertThat(trust.getTrustStore().size()).isPositive();
        assertThat(own.getKey()).isNull();
        assertThat(standard.getKey()).isNull();
        assertThat(secret.getKey()).isNull();
    }

    @Test
    void othersAreLeftToTheCaller() throws Exception {
        assertThat(StoreCallbacks.answered(new NameCallback("name?"))).isFalse();
    }
}
