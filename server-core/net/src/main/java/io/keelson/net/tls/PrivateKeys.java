package io.keelson.net.tls;

import io.keelson.net.tls.Pem.Block;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Private keys from PEM blocks: PKCS#8 (RFC 5958), also encrypted (PBES2), and the older forms of RSA (PKCS#1) and EC keys
 * (RFC 5915).
 */
final class PrivateKeys {
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");
    private static final String RSA = "1.2.840.113549.1.1.1";
    private static final String EC = "1.2.840.10045.2.1";
    private static final String PBES2 = "1.2.840.113549.1.5.13";
    private static final int CURVE = 0xa0;

    private PrivateKeys() {}

    /** Returns whether the block is a private key. */
    static boolean is(Block block) {
        return block.label().endsWith("PRIVATE KEY");
    }

    /**
     * The key of a block.
     *
     * @param place the file, for messages
     * @param password null where there is none
     */
    static PrivateKey read(Block block, Path place, char @Nullable [] password) throws IOException {
        if (block.encrypted()) {
            throw new KeyMaterialException("the private key in " + place + " is encrypted in the old way of OpenSSL;"
                    + " convert it with: openssl pkcs8 -topk8 -in " + place + " -out NEW");
        }
        try {
            byte[] pkcs8 = switch (block.label()) {
                case "PRIVATE KEY" -> block.bytes();
                case "ENCRYPTED PRIVATE KEY" -> decrypted(block.bytes(), place, password);
                case "RSA PRIVATE KEY" -> wrapped(RSA, Der.nothing(), block.bytes());
                case "EC PRIVATE KEY" -> wrapped(EC, curve(block.bytes()), block.bytes());
                default ->
                    throw new KeyMaterialException(
                            place + " has a " + block.label() + ", which is no kind of key that TLS can use");
            };
            return key(pkcs8, place);
        } catch (IllegalArgumentException e) {
            throw new KeyMaterialException("the private key in " + place + " is damaged", e);
        }
    }

    private static PrivateKey key(byte[] pkcs8, Path place) throws IOException {
        GeneralSecurityException last = null;
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (GeneralSecurityException other) {
                last = other;
            }
        }
        throw new KeyMaterialException(
                "the private key in " + place + " is damaged, or of a kind that is not one of " + ALGORITHMS,
                last == null ? new InvalidKeySpecException() : last);
    }

    private static byte[] decrypted(byte[] bytes, Path place, char @Nullable [] password) throws IOException {
        if (password == null) {
            throw new KeyMaterialException(
                    "the private key in " + place + " is encrypted; name a password-file for it");
        }
        PBEKeySpec spec = new PBEKeySpec(password);
        try {
            EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(bytes);
            // Of PBES2 only the parameters say which of its many algorithms it is.
            boolean composed =
                    info.getAlgName().equals(PBES2) || info.getAlgName().equals("PBES2");
            String algorithm = composed ? info.getAlgParameters().toString() : info.getAlgName();
            Cipher cipher = Cipher.getInstance(algorithm);
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    SecretKeyFactory.getInstance(algorithm).generateSecret(spec),
                    info.getAlgParameters());
            return info.getKeySpec(cipher).getEncoded();
        } catch (GeneralSecurityException | IOException e) {
            throw new KeyMaterialException(
                    "the private key in " + place + " cannot be decrypted: the password is wrong, or the encryption is"
                            + " one that this JDK does not know",
                    e);
        } finally {
            spec.clearPassword();
        }
    }

    /** A key in its own form as PKCS#8. */
    private static byte[] wrapped(String algorithm, byte[] parameters, byte[] key) {
        return Der.sequence(
                Der.integer(BigInteger.ZERO),
                Der.sequence(Der.objectIdentifier(algorithm), parameters),
                Der.octets(key));
    }

    /** The name of the curve, which an EC key has within. */
    private static byte[] curve(byte[] key) {
        List<Der.Value> outer = Der.read(key);
        if (outer.size() == 1) {
            for (Der.Value part : Der.read(outer.get(0).content())) {
                if (part.tag() == CURVE) {
                    return part.content();
                }
            }
        }
        throw new IllegalArgumentException("an EC key without the name of its curve");
    }
}
