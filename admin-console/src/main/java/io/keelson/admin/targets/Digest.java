package io.keelson.admin.targets;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of what comes in parts. Confined to one thread. */
final class Digest {
    private final MessageDigest digest;

    Digest() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    void update(byte[] buffer, int length) {
        update(buffer, 0, length);
    }

    void update(byte[] buffer, int offset, int length) {
        digest.update(buffer, offset, length);
    }

    /** The digest of all that came; once. */
    String hexadecimal() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
