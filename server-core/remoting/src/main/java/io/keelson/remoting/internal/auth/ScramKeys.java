package io.keelson.remoting.internal.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** The functions of SCRAM (RFC 5802, 2.2 and 3) with SHA-256. */
final class ScramKeys {
    static final int KEY_BYTES = 32;

    private ScramKeys() {}

    /** Hi of the password. Slow on purpose. */
    static byte[] salted(char[] password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password, salt, iterations, KEY_BYTES * 8);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot compute PBKDF2WithHmacSHA256", e);
        } finally {
            spec.clearPassword();
        }
    }

    static byte[] clientKey(byte[] salted) {
        return hmac(salted, "Client Key");
    }

    static byte[] serverKey(byte[] salted) {
        return hmac(salted, "Server Key");
    }

    static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HmacSHA256", e);
        }
    }

    static byte[] hash(byte[] data) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(data);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    static byte[] xor(byte[] a, byte[] b) {
        byte[] c = Arrays.copyOf(a, a.length);
        for (int i = 0; i < c.length; i++) {
            c[i] ^= b[i];
        }
        return c;
    }
}
