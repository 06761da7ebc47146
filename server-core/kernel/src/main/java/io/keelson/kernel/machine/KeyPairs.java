package io.keelson.kernel.machine;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/** Checks that two keys belong together. Stateless. */
final class KeyPairs {
    private KeyPairs() {}

    /** @throws GeneralSecurityException when they do not */
    static void check(PublicKey open, PrivateKey secret) throws GeneralSecurityException {
        byte[] text = "a key and its certificate".getBytes(StandardCharsets.US_ASCII);
        Signature signature =
                Signature.getInstance(open.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA");
        signature.initSign(secret);
        signature.update(text);
        byte[] signed = signature.sign();
        signature.initVerify(open);
        signature.update(text);
        if (!signature.verify(signed)) {
            throw new KeyException("the key is another's");
        }
    }
}
