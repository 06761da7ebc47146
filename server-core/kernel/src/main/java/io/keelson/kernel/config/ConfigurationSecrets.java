package io.keelson.kernel.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Secrets as {@code domain.yaml} has them: <code>{aes}</code> and, in base64url, a byte for the version, twelve of nonce, and the secret
 * under AES-256 in GCM (NIST SP 800-38D) with its tag of 16 bytes. The key is derived from the domain's ({@link DomainKey}), so that every
 * server of the domain reads them and nobody else does. Who can read the domain's key and its file reads the secrets: this keeps them from
 * backups, version control and screens, not from the servers' own user. Thread-safe.
 */
public final class ConfigurationSecrets {
    /** Prefix of an encrypted value. */
    public static final String MARK = "{aes}";

    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final byte VERSION = 1;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private final Path domain;
    private final SecureRandom random = new SecureRandom();

    /** The secrets of a domain; its key is read when there is something to read or write. */
    public ConfigurationSecrets(Path domain) {
        this.domain = domain;
    }

    /** Returns whether a value is written so. */
    public static boolean encrypted(String written) {
        return written.startsWith(MARK);
    }

    /**
     * Encrypts a secret; each time to something else.
     *
     * @throws IOException when the domain's key cannot be read or made
     */
    public String encrypt(String secret) throws IOException {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        byte[] sealed =
                crypt(Cipher.ENCRYPT_MODE, DomainKey.of(domain), nonce, secret.getBytes(StandardCharsets.UTF_8));
        byte[] whole = new byte[1 + NONCE + sealed.length];
        whole[0] = VERSION;
        System.arraycopy(nonce, 0, whole, 1, NONCE);
        System.arraycopy(sealed, 0, whole, 1 + NONCE, sealed.length);
        return MARK + Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
    }

    /**
     * The secret of a value that is {@link #encrypted}.
     *
     * @throws IOException when it is damaged, or of another domain, or the key cannot be read; the message says so and does not show it
     */
    public String decrypt(String written) throws IOException {
        byte[] whole;
        try {
            whole = Base64.getUrlDecoder().decode(written.substring(MARK.length()));
        } catch (IllegalArgumentException e) {
            throw new IOException("the encrypted secret is damaged; set it again", e);
        }
        if (whole.length < 1 + NONCE + TAG_BITS / 8 || whole[0] != VERSION) {
            throw new IOException("the encrypted secret is damaged, or of a newer version; set it again");
        }
        if (!Files.exists(DomainKey.file(domain))) {
            throw new IOException("the secret is encrypted, and the domain's key is not at " + DomainKey.file(domain)
                    + "; copy it from the machine of the admin server");
        }
        byte[] nonce = Arrays.copyOfRange(whole, 1, 1 + NONCE);
        byte[] sealed = Arrays.copyOfRange(whole, 1 + NONCE, whole.length);
        return new String(crypt(Cipher.DECRYPT_MODE, DomainKey.of(domain), nonce, sealed), StandardCharsets.UTF_8);
    }

    private static byte[] crypt(int mode, DomainKey key, byte[] nonce, byte[] data) throws IOException {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(
                    mode,
                    new SecretKeySpec(key.derived("secrets in the configuration"), "AES"),
                    new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(new byte[] {VERSION});
            return cipher.doFinal(data);
        } catch (AEADBadTagException e) {
            throw new IOException(
                    "the secret was encrypted with the key of another domain, or is damaged; set it again", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + CIPHER, e);
        }
    }
}
