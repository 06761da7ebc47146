package io.keelson.net.tls;

import io.keelson.net.config.AddressRange;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes certificates (RFC 5280) for development and tests, signed with keys of EC or RSA. What vouches for a server in
 * production comes from a certificate authority. Stateless.
 */
public final class CertificateWriter {
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String ECDSA_SHA256 = "1.2.840.10045.4.3.2";
    private static final String RSA_SHA256 = "1.2.840.113549.1.1.11";
    private static final String KEY_USAGE = "2.5.29.15";
    private static final String ALTERNATIVE_NAMES = "2.5.29.17";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
    private static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
    private static final int VERSION = 0xa0;
    private static final int EXTENSIONS = 0xa3;
    private static final int DNS_NAME = 0x82;
    private static final int IP_ADDRESS = 0x87;
    private static final int SIGNS = 0x80;
    private static final int SIGNS_CERTIFICATES = 0x06;
    private static final int SERIAL_BITS = 127;

    private CertificateWriter() {}

    /**
     * Content of a certificate.
     *
     * @param commonName the name of whom it is of
     * @param names the names and addresses of servers that it is for; empty for none
     * @param authority whether it may vouch for others
     * @param notBefore when it begins to hold
     * @param notAfter until when it holds
     */
    public record Content(
            String commonName, List<String> names, boolean authority, Instant notBefore, Instant notAfter) {
        public Content {
            names = List.copyOf(names);
        }
    }

    /** A new key of EC on the curve P-256. */
    public static KeyPair newKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    /** A certificate that vouches for itself. */
    public static X509Certificate selfSigned(Content content, KeyPair key) throws GeneralSecurityException {
        return signed(content, key.getPublic(), content.commonName(), key.getPrivate());
    }

    /** A certificate that somebody else vouches for. */
    public static X509Certificate signed(Content content, PublicKey key, String issuer, PrivateKey issuerKey)
            throws GeneralSecurityException {
        boolean rsa = issuerKey.getAlgorithm().equals("RSA");
        byte[] algorithm = rsa
                ? Der.sequence(Der.objectIdentifier(RSA_SHA256), Der.nothing())
                : Der.sequence(Der.objectIdentifier(ECDSA_SHA256));
        byte[] toBeSigned = Der.sequence(
                Der.tagged(VERSION, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(SERIAL_BITS - 1)),
                algorithm,
                name(issuer),
                Der.sequence(Der.time(content.notBefore()), Der.time(content.notAfter())),
                name(content.commonName()),
                key.getEncoded(),
                Der.tagged(EXTENSIONS, Der.sequence(extensions(content).toArray(byte[][]::new))));
        Signature signature = Signature.getInstance(rsa ? "SHA256withRSA" : "SHA256withECDSA");
        signature.initSign(issuerKey);
        signature.update(toBeSigned);
        byte[] whole = Der.sequence(toBeSigned, algorithm, Der.bits(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] name(String commonName) {
        return Der.sequence(Der.set(Der.sequence(Der.objectIdentifier(COMMON_NAME), Der.text(commonName))));
    }

    private static List<byte[]> extensions(Content content) {
        List<byte[]> extensions = new ArrayList<>();
        boolean authority = content.authority();
        extensions.add(extension(BASIC_CONSTRAINTS, true, authority ? Der.sequence(Der.truth()) : Der.sequence()));
        extensions.add(
                extension(KEY_USAGE, true, authority ? Der.namedBits(SIGNS_CERTIFICATES, 1) : Der.namedBits(SIGNS, 7)));
        if (!authority) {
            extensions.add(extension(
                    EXTENDED_KEY_USAGE,
                    false,
                    Der.sequence(Der.objectIdentifier(SERVER_AUTH), Der.objectIdentifier(CLIENT_AUTH))));
        }
        if (!content.names().isEmpty()) {
            byte[][] names = content.names().stream()
                    .map(CertificateWriter::alternativeName)
                    .toArray(byte[][]::new);
            extensions.add(extension(ALTERNATIVE_NAMES, false, Der.sequence(names)));
        }
        return extensions;
    }

    private static byte[] extension(String identifier, boolean critical, byte[] value) {
        byte[] id = Der.objectIdentifier(identifier);
        return critical ? Der.sequence(id, Der.truth(), Der.octets(value)) : Der.sequence(id, Der.octets(value));
    }

    private static byte[] alternativeName(String name) {
        InetAddress address = AddressRange.address(name);
        return address == null
                ? Der.tagged(DNS_NAME, name.getBytes(StandardCharsets.US_ASCII))
                : Der.tagged(IP_ADDRESS, address.getAddress());
    }

    /** A certificate as a PEM block. */
    public static String pem(X509Certificate certificate) throws GeneralSecurityException {
        return Pem.block("CERTIFICATE", certificate.getEncoded());
    }

    /** A private key as a PEM block (PKCS#8, not encrypted). */
    public static String pem(PrivateKey key) {
        return Pem.block("PRIVATE KEY", key.getEncoded());
    }
}
