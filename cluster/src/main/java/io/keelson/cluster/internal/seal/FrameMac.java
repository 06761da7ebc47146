package io.keelson.cluster.internal.seal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Authenticates frames of one direction by AES-GMAC (NIST SP 800-38D): a code of 16 bytes over the frame's number and its bytes. A sender
 * uses each number once. One thread at a time.
 */
public final class FrameMac {
    /** The length of a code. */
    public static final int CODE = 16;

    private static final int NONCE = 12;
    private static final int CODE_BITS = 8 * CODE;

    private final SecretKeySpec key;
    private final Cipher cipher;
    private final ByteBuffer nonce = ByteBuffer.allocate(NONCE);

    /** {@code key}: 16 bytes that no other direction uses. */
    FrameMac(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
        try {
            cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES/GCM", e);
        }
    }

    /** Writes the code of a frame to {@code to} from {@code at} on. */
    public void sign(long number, byte[] frame, int offset, int length, byte[] to, int at) {
        try {
            cipher.init(Cipher.ENCRYPT_MODE, key, nonce(number));
            cipher.updateAAD(frame, offset, length);
            cipher.doFinal(to, at);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a frame cannot be authenticated", e);
        }
    }

    /** Returns true if {@code code}, from {@code at} on, is that of a frame. */
    public boolean verify(long number, byte[] frame, int offset, int length, byte[] code, int at) {
        try {
            cipher.init(Cipher.DECRYPT_MODE, key, nonce(number));
            cipher.updateAAD(frame, offset, length);
            cipher.doFinal(code, at, CODE);
            return true;
        } catch (AEADBadTagException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a frame cannot be verified", e);
        }
    }

    private GCMParameterSpec nonce(long number) {
        nonce.putLong(Integer.BYTES, number);
        return new GCMParameterSpec(CODE_BITS, nonce.array());
    }
}
