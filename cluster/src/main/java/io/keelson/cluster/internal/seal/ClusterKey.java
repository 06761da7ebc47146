package io.keelson.cluster.internal.seal;

import io.keelson.kernel.config.DomainKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret by which servers of one cluster authenticate their messages. Immutable; never shown. */
public final class ClusterKey {
    private static final String HMAC = "HmacSHA256";
    private static final int AES_BYTES = 16;

    private final SecretKeySpec secret;

    private ClusterKey(byte[] secret) {
        this.secret = new SecretKeySpec(secret, HMAC);
    }

    /** Derives the secret of a cluster from the domain's key. */
    public static ClusterKey of(DomainKey key) {
        return new ClusterKey(key.derived("cluster messages"));
    }

    /** Returns a code of 32 bytes over a role and all parts, in their order. */
    byte[] code(String role, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(secret);
            mac.update(role.getBytes(StandardCharsets.US_ASCII));
            mac.update((byte) 0);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HMAC, e);
        }
    }

    /** Returns the authenticator of one direction; its key belongs to that role and these parts alone. */
    FrameMac mac(String role, byte[]... parts) {
        return new FrameMac(Arrays.copyOf(code(role, parts), AES_BYTES));
    }

    /** Does not show the secret. */
    @Override
    public String toString() {
        return "cluster key";
    }
}
