package io.keelson.net.tls;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request for a certificate, PKCS #10 (RFC 2986): a name and a public key, signed with the private one, so that who asks has shown to
 * have it. Attributes are not read, since what a certificate says beside name and key is the authority's to decide. Immutable.
 *
 * @param commonName the name that is asked for
 * @param key the public key
 */
public record CertificateRequest(String commonName, PublicKey key) {
    private static final String LABEL = "CERTIFICATE REQUEST";
    private static final String COMMON_NAME = "2.5.4.3";
    private static final int LONGEST = 16 * 1024;
    private static final int ATTRIBUTES = 0xa0;
    private static final int SET = 0x31;

    private static final Map<String, String> KEYS = Map.of("1.2.840.10045.2.1", "EC", "1.2.840.113549.1.1.1", "RSA");
    private static final Map<String, String> SIGNATURES = Map.of(
            "1.2.840.10045.4.3.2", "SHA256withECDSA",
            "1.2.840.10045.4.3.3", "SHA384withECDSA",
            "1.2.840.10045.4.3.4", "SHA512withECDSA",
            "1.2.840.113549.1.1.11", "SHA256withRSA",
            "1.2.840.113549.1.1.12", "SHA384withRSA",
            "1.2.840.113549.1.1.13", "SHA512withRSA");

    /** A request for that name, as a PEM block. */
    public static String write(String commonName, KeyPair key) throws GeneralSecurityException {
        boolean rsa = key.getPrivate().getAlgorithm().equals("RSA");
        String identifier = rsa ? "1.2.840.113549.1.1.11" : "1.2.840.10045.4.3.2";
        byte[] algorithm = rsa
                ? Der.sequence(Der.objectIdentifier(identifier), Der.nothing())
                : Der.sequence(Der.objectIdentifier(identifier));
        byte[] name = Der.sequence(Der.set(Der.sequence(Der.objectIdentifier(COMMON_NAME), Der.text(commonName))));
        byte[] content =
                Der.sequence(Der.integer(BigInteger.ZERO), name, key.getPublic().getEncoded(), Der.tagged(ATTRIBUTES));
        Signature signature = Signature.getInstance(rsa ? "SHA256withRSA" : "SHA256withECDSA");
        signature.initSign(key.getPrivate());
        signature.update(content);
        return Pem.block(LABEL, Der.sequence(content, algorithm, Der.bits(signature.sign())));
    }

    /**
     * Reads one, which may come from anybody.
     *
     * @param pem one PEM block of at most 16 KiB
     * @throws GeneralSecurityException where it is none, or not signed with its key; the message is for who sent it
     */
    public static CertificateRequest read(String pem) throws GeneralSecurityException {
        try {
            return parse(bytes(pem));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new GeneralSecurityException("it is no certificate request (PKCS #10)", e);
        }
    }

    private static byte[] bytes(String pem) throws GeneralSecurityException {
        String begin = "-----BEGIN " + LABEL + "-----";
        int from = pem.indexOf(begin);
        int to = pem.indexOf("-----END " + LABEL + "-----");
        if (pem.length() > LONGEST || from < 0 || to < from) {
            throw new GeneralSecurityException("it is no certificate request in PEM form");
        }
        return Base64.getMimeDecoder().decode(pem.substring(from + begin.length(), to));
    }

    private static CertificateRequest parse(byte[] bytes) throws GeneralSecurityException {
        List<Der.Value> whole = Der.read(only(Der.read(bytes), Der.SEQUENCE).content());
        byte[] content = Der.tagged(Der.SEQUENCE, whole.get(0).content());
        List<Der.Value> parts = Der.read(whole.get(0).content());
        byte[] algorithm = Der.read(whole.get(1).content()).get(0).content();
        byte[] signed = whole.get(2).content();
        PublicKey key = key(parts.get(2));
        Signature signature = Signature.getInstance(named(SIGNATURES, algorithm)
                .orElseThrow(
                        () -> new GeneralSecurityException("it is signed in a way that is not known or too weak")));
        signature.initVerify(key);
        signature.update(content);
        if (signed.length < 2 || signed[0] != 0 || !verified(signature, Arrays.copyOfRange(signed, 1, signed.length))) {
            throw new GeneralSecurityException("it is not signed with its own key");
        }
        return new CertificateRequest(name(parts.get(1)), key);
    }

    private static boolean verified(Signature signature, byte[] bytes) {
        try {
            return signature.verify(bytes);
        } catch (GeneralSecurityException e) {
            return false; // not even a signature
        }
    }

    private static PublicKey key(Der.Value info) throws GeneralSecurityException {
        byte[] algorithm =
                Der.read(Der.read(info.content()).get(0).content()).get(0).content();
        String kind = named(KEYS, algorithm)
                .orElseThrow(() -> new GeneralSecurityException("its key is neither of EC nor of RSA"));
        return KeyFactory.getInstance(kind)
                .generatePublic(new X509EncodedKeySpec(Der.tagged(Der.SEQUENCE, info.content())));
    }

    private static Optional<String> named(Map<String, String> known, byte[] identifier) {
        return known.entrySet().stream()
                .filter(one -> Arrays.equals(
                        only(Der.read(Der.objectIdentifier(one.getKey())), null).content(), identifier))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** The common name, which is all that the subject may have. */
    private static String name(Der.Value subject) throws GeneralSecurityException {
        Der.Value part = only(Der.read(only(Der.read(subject.content()), SET).content()), Der.SEQUENCE);
        List<Der.Value> pair = Der.read(part.content());
        byte[] wanted = only(Der.read(Der.objectIdentifier(COMMON_NAME)), null).content();
        if (pair.size() != 2 || !Arrays.equals(pair.get(0).content(), wanted)) {
            throw new GeneralSecurityException("its subject is not one common name alone");
        }
        return new String(pair.get(1).content(), StandardCharsets.UTF_8);
    }

    private static Der.Value only(List<Der.Value> values, @org.jspecify.annotations.Nullable Integer tag) {
        if (values.size() != 1 || tag != null && values.get(0).tag() != tag) {
            throw new IllegalArgumentException("not what is expected there");
        }
        return values.get(0);
    }
}
