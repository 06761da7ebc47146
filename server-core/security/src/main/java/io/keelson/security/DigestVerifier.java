package io.keelson.security;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Verifier of a password for DIGEST: the hash HA1 of user, realm and password (RFC 7616, 3.4.2). Whoever has it can log in by DIGEST to
 * this realm without the password, so it is kept only where an operator asks for it. Immutable.
 *
 * <p>Written as {@code DIGEST-algorithm$realm$HA1}, the realm in base64, the hash in hexadecimal digits.
 *
 * @param algorithm the hash
 * @param realm the realm's name that went into it
 * @param ha1 the hash in lower-case hexadecimal digits, as RFC 7616 uses it
 */
record DigestVerifier(DigestAlgorithm algorithm, String realm, String ha1) {
    private static final Pattern FORM =
            Pattern.compile("DIGEST-(SHA-256|MD5)\\$([A-Za-z0-9+/]*={0,2})\\$([0-9a-f]{32,64})");

    DigestVerifier {
        if (ha1.length() != algorithm.digest().getDigestLength() * 2) {
            throw new IllegalArgumentException("the hash is none of " + algorithm.token());
        }
    }

    /**
     * The verifier of a password.
     *
     * @param password neither kept nor changed
     */
    static DigestVerifier of(DigestAlgorithm algorithm, String user, String realm, char[] password) {
        MessageDigest digest = algorithm.digest();
        digest.update((user + ":" + realm + ":").getBytes(StandardCharsets.UTF_8));
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(normalised(CharBuffer.wrap(password)));
        digest.update(bytes.duplicate());
        Arrays.fill(bytes.array(), (byte) 0);
        return new DigestVerifier(algorithm, realm, HexFormat.of().formatHex(digest.digest()));
    }

    /** Normalises as RFC 7616, 4 asks clients to do. What has no other form is not copied into a string, which cannot be wiped. */
    private static CharBuffer normalised(CharBuffer password) {
        return Normalizer.isNormalized(password, Normalizer.Form.NFC)
                ? password
                : CharBuffer.wrap(Normalizer.normalize(password, Normalizer.Form.NFC));
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException when it is not one; the message does not show it
     */
    static DigestVerifier parse(String text) {
        Matcher m = FORM.matcher(text);
        if (!m.matches()) {
            throw new IllegalArgumentException("not a verifier of the form DIGEST-algorithm$realm$hash");
        }
        DigestAlgorithm algorithm = m.group(1).equals("MD5") ? DigestAlgorithm.MD5 : DigestAlgorithm.SHA_256;
        byte[] realm = Base64.getDecoder().decode(m.group(2));
        return new DigestVerifier(algorithm, new String(realm, StandardCharsets.UTF_8), m.group(3));
    }

    String written() {
        byte[] name = realm.getBytes(StandardCharsets.UTF_8);
        return "DIGEST-" + algorithm.token() + "$" + Base64.getEncoder().encodeToString(name) + "$" + ha1;
    }
}
