package io.keelson.session.cookie;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals sessions of one application, and opens what it has sealed: AES-256 in GCM. Application and session id are bound to what is
 * sealed, so that nothing is opened in the place of something else. Immutable and thread-safe.
 *
 * <p>Sealed: version (1 byte), key (4), nonce (12), ciphertext with its tag (16), in Base64. Each session has a key of its own, derived
 * of that of the application, so that random nonces of 96 bits never come near the number where two would be alike.
 */
final class CookieSeal {
    private static final byte VERSION = 1;
    private static final int KEY_ID = 4;
    private static final int NONCE = 12;
    private static final int TAG = 16;
    private static final int HEAD = 1 + KEY_ID + NONCE;
    private static final String HMAC = "HmacSHA256";

    private final SecureRandom random = new SecureRandom();
    private final byte[] application;
    private final List<Key> keys;

    /** A key of the application, and what says that it is the one. */
    private record Key(byte[] id, byte[] secret) {}

    /**
     * For one application.
     *
     * @param secrets the first seals, all open
     */
    CookieSeal(String application, List<byte[]> secrets) {
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("there is no key to seal with");
        }
        this.application = application.getBytes(StandardCharsets.UTF_8);
        this.keys = secrets.stream().map(this::key).toList();
    }

    private Key key(byte[] secret) {
        byte[] own = hmac(secret, "sessions of the application ", application);
        return new Key(Arrays.copyOf(hmac(own, "the key's name", new byte[0]), KEY_ID), own);
    }

    /** Returns what is sealed, in characters of a cookie, for that session. */
    String seal(String session, byte[] content) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        Key key = keys.get(0);
        byte[] head =
                ByteBuffer.allocate(HEAD).put(VERSION).put(key.id()).put(nonce).array();
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, session, head);
            byte[] sealed = Arrays.copyOf(head, HEAD + cipher.getOutputSize(content.length));
            cipher.doFinal(content, 0, content.length, sealed, HEAD);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES in GCM", e);
        }
    }

    /** Results of opening a sealed text. */
    sealed interface Opened {
        /** The content is what was sealed for that session. */
        record Content(byte[] bytes) implements Opened {}

        /** Cut, changed, or sealed for another session or application. */
        record Damaged() implements Opened {}

        /** Sealed by a key that is not among the keys. */
        record UnknownKey() implements Opened {}
    }

    /** Opens what a client has sent. */
    Opened open(String session, String text) {
        byte[] sealed;
        try {
            sealed = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return new Opened.Damaged();
        }
        if (sealed.length < HEAD + TAG || sealed[0] != VERSION) {
            return new Opened.Damaged();
        }
        byte[] head = Arrays.copyOf(sealed, HEAD);
        Optional<Key> key = keys.stream()
                .filter(each -> Arrays.equals(each.id(), 0, KEY_ID, head, 1, 1 + KEY_ID))
                .findFirst();
        if (key.isEmpty()) {
            return new Opened.UnknownKey();
        }
        try {
            Cipher cipher = cipher(Cipher.DECRYPT_MODE, key.get(), session, head);
            return new Opened.Content(cipher.doFinal(sealed, HEAD, sealed.length - HEAD));
        } catch (AEADBadTagException e) {
            return new Opened.Damaged();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES in GCM", e);
        }
    }

    private Cipher cipher(int mode, Key key, String session, byte[] head) throws GeneralSecurityException {
        byte[] id = session.getBytes(StandardCharsets.UTF_8);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                mode,
                new SecretKeySpec(hmac(key.secret(), "the session ", id), "AES"),
                new GCMParameterSpec(8 * TAG, head, 1 + KEY_ID, NONCE));
        cipher.updateAAD(head, 0, 1 + KEY_ID);
        // With its length, so that no part of one is taken for the other.
        cipher.updateAAD(ByteBuffer.allocate(4).putInt(application.length).array());
        cipher.updateAAD(application);
        cipher.updateAAD(id);
        return cipher;
    }

    private static byte[] hmac(byte[] secret, String purpose, byte[] of) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret, HMAC));
            mac.update(purpose.getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(of);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HMAC, e);
        }
    }

    /** Shows no key. */
    @Override
    public String toString() {
        return "seal with " + keys.size() + " keys";
    }
}
