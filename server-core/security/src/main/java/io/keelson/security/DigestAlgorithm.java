package io.keelson.security;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A hash of HTTP's DIGEST authentication (RFC 7616, 6.1), the one to be preferred first. */
public enum DigestAlgorithm {
    /** SHA-256. Not every browser has it. */
    SHA_256("SHA-256"),
    /** MD5, which old clients need. */
    MD5("MD5");

    private final String token;

    DigestAlgorithm(String token) {
        this.token = token;
    }

    /** The name in header fields, and that of the JDK's digest. */
    public String token() {
        return token;
    }

    /** A digest of that algorithm. */
    public MessageDigest digest() {
        try {
            return MessageDigest.getInstance(token);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no " + token, e);
        }
    }
}
