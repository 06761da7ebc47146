package io.keelson.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifier of a password for SCRAM-SHA-256 (RFC 5802, 3 and RFC 7677). It suffices to check the password and to prove to the client that
 * the server knows it too, but not to log in elsewhere. Immutable.
 *
 * <p>Written as {@code SCRAM-SHA-256$iterations:salt$StoredKey:ServerKey} with base64, as RFC 5803 has it.
 */
public final class ScramVerifier {
    /** The fewest iterations that RFC 7677 allows. */
    public static final int FEWEST_ITERATIONS = 4096;

    /** More would be a mistake in the file that stops a login for minutes. */
    public static final int MOST_ITERATIONS = 10_000_000;

    private static final String MECHANISM = "SCRAM-SHA-256";
    private static final int KEY_BYTES = 32;
    private static final int SALT_BYTES = 16;
    private static final Pattern FORM =
            Pattern.compile(MECHANISM + "\\$(\\d{1,8}):([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)");

    private final int iterations;
    private final byte[] salt;
    private final byte[] storedKey;
    private final byte[] serverKey;

    ScramVerifier(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {
        if (iterations < FEWEST_ITERATIONS || iterations > MOST_ITERATIONS) {
            throw new IllegalArgumentException(
                    "iterations are " + FEWEST_ITERATIONS + " to " + MOST_ITERATIONS + ", not " + iterations);
        }
        if (salt.length < 8 || salt.length > 64 || storedKey.length != KEY_BYTES || serverKey.length != KEY_BYTES) {
            throw new IllegalArgumentException("the salt has 8 to 64 bytes, each key " + KEY_BYTES);
        }
        this.iterations = iterations;
        this.salt = salt.clone();
        this.storedKey = storedKey.clone();
        this.serverKey = serverKey.clone();
    }

    /**
     * The verifier of a new password, with a random salt.
     *
     * @param password is neither kept nor changed
     * @throws IllegalArgumentException when the password is empty or has characters that SASLprep forbids
     */
    public static ScramVerifier of(char[] password, int iterations, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return of(password, iterations, salt);
    }

    static ScramVerifier of(char[] password, int iterations, byte[] salt) {
        byte[] salted = salted(password, iterations, salt);
        try {
            return new ScramVerifier(iterations, salt, storedKey(salted), hmac(salted, "Server Key"));
        } finally {
            Arrays.fill(salted, (byte) 0);
        }
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException when it is not one; the message does not show it
     */
    public static ScramVerifier parse(String text) {
        Matcher m = FORM.matcher(text);
        if (!m.matches()) {
            throw new IllegalArgumentException("not a verifier of the form " + MECHANISM + "$iterations:salt$key:key");
        }
        return new ScramVerifier(Integer.parseInt(m.group(1)), bytes(m.group(2)), bytes(m.group(3)), bytes(m.group(4)));
    }

    private static byte[] bytes(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("salt or keys of the verifier are not base64", e);
        }
    }

    /**
     * Returns true if this is the password. Slow on purpose; takes the same time for every password of a length.
     *
     * @param password is neither kept nor changed
     */
    public boolean matches(char[] password) {
        byte[] salted;
        try {
            salted = salted(password, iterations, salt);
        } catch (IllegalArgumentException notAPassword) {
            return false;
        }
        try {
            return MessageDigest.isEqual(storedKey(salted), storedKey);
        } finally {
            Arrays.fill(salted, (byte) 0);
        }
    }

    /** One of the same keys, with a salt that is made of a user's name and not to be told from a random one. */
    ScramVerifier withSaltOf(String user, int iterations) {
        byte[] salt = Arrays.copyOf(hmac(serverKey, "salt of " + user), SALT_BYTES);
        return new ScramVerifier(iterations, salt, storedKey, serverKey);
    }

    /** Returns how often the hash is applied. */
    public int iterations() {
        return iterations;
    }

    /** The salt; a copy. */
    public byte[] salt() {
        return salt.clone();
    }

    /** The hash of the client's key, against which its proof is checked; a copy. */
    public byte[] storedKey() {
        return storedKey.clone();
    }

    /** The key with which the server signs; a copy. */
    public byte[] serverKey() {
        return serverKey.clone();
    }

    /** The form in which it is kept. Not for logs. */
    public String written() {
        Base64.Encoder base64 = Base64.getEncoder();
        return MECHANISM + "$" + iterations + ":" + base64.encodeToString(salt) + "$" + base64.encodeToString(storedKey)
                + ":" + base64.encodeToString(serverKey);
    }

    /** Shows no key. */
    @Override
    public String toString() {
        return MECHANISM + " verifier with " + iterations + " iterations";
    }

    private static byte[] salted(char[] password, int iterations, byte[] salt) {
        char[] prepared = SaslPrep.prepare(password);
        if (prepared.length == 0) {
            throw new IllegalArgumentException("a password is not empty");
        }
        PBEKeySpec spec = new PBEKeySpec(prepared, salt, iterations, KEY_BYTES * 8);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot compute PBKDF2WithHmacSHA256", e);
        } finally {
            spec.clearPassword();
            Arrays.fill(prepared, '\0');
        }
    }

    private static byte[] storedKey(byte[] salted) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(hmac(salted, "Client Key"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HmacSHA256", e);
        }
    }
}
