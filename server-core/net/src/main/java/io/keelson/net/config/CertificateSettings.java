package io.keelson.net.config;

import io.keelson.base.config.Setting;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Location of a certificate and its private key: two PEM files, or a key store. Paths are relative to the domain.
 *
 * @param certificate a PEM file with the certificate first, then those that vouch for it
 * @param key a PEM file with its private key; null where it is in the file of the certificate
 * @param keyStore a key store (PKCS12 or JKS) in the place of both
 * @param keyAlias the entry of the key store; null for all of them
 * @param password the password of the key store, or of an encrypted key
 * @param passwordFile a file whose first line is that password
 */
public record CertificateSettings(
        @Setting(help = "PEM file with the certificate first, then the certificates that vouch for it.") @Nullable
        Path certificate,

        @Setting(help = "PEM file with the private key; without it the key is in the file of the certificate.")
        @Nullable
        Path key,

        @Setting(help = "Key store (PKCS12 or JKS) with certificate and key, in place of PEM files.") @Nullable
        Path keyStore,

        @Setting(help = "Entry of the key store; without it all of them, the first as the default.") @Nullable
        String keyAlias,

        @Setting(
                help = "Password of the key store or of the encrypted key; better password-file, or a variable of the"
                        + " environment that overrides this.",
                secret = true)
        @Nullable
        String password,

        @Setting(help = "File whose first line is the password of the key store or of the encrypted key.") @Nullable
        Path passwordFile) {
    public CertificateSettings {
        if ((certificate == null) == (keyStore == null)) {
            throw new IllegalArgumentException(
                    certificate == null
                            ? "neither a certificate nor a key-store is named; name one of them"
                            : "both a certificate and a key-store are named; name one of them");
        }
        if (keyStore != null && key != null) {
            throw new IllegalArgumentException("the key of a key-store is in it; leave out key");
        }
        if (keyAlias != null && keyStore == null) {
            throw new IllegalArgumentException("a key-alias is for a key-store, and none is named");
        }
        if (password != null && passwordFile != null) {
            throw new IllegalArgumentException("both password and password-file are given; give one of them");
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "CertificateSettings[certificate=" + certificate + ", key=" + key + ", keyStore=" + keyStore
                + ", keyAlias=" + keyAlias + "]";
    }
}
