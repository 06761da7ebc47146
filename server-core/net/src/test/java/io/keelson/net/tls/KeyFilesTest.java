package io.keelson.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.net.config.TlsSettings;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.TestKeys;
import io.keelson.net.fixture.TestKeys.Issued;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFilesTest {
    private static final char[] PASSWORD = "sesame".toCharArray();

    private final TestKeys authority = new TestKeys("Test authority");

    @TempDir
    private Path directory;

    private Issued issued;

    @BeforeEach
    void issue() throws Exception {
        issued = authority.issue("shop", "shop.example.com", "*.shop.example.com", "127.0.0.1");
        issued.write(directory.resolve("c.pem"), directory.resolve("c.key"));
    }

    private List<Identity> read(Map<String, Object> values) throws Exception {
        return new KeyFiles(directory).identities(Defaults.of(TlsSettings.class, values));
    }

    private List<Identity> readPem() throws Exception {
        return read(Map.of("certificate", Path.of("c.pem"), "key", Path.of("c.key")));
    }

    private void key(String label, byte[] bytes) throws Exception {
        Files.writeString(directory.resolve("c.key"), "bla\n" + Pem.block(label, bytes));
    }

    @Test
    void readsPemFiles() throws Exception {
        assertThat(readPem()).singleElement().satisfies(one -> {
            assertThat(one.chain()).containsExactly(issued.certificate());
            assertThat(one.key()).isEqualTo(issued.key().getPrivate());
            assertThat(one.names()).containsExactly("shop.example.com", "*.shop.example.com");
        });
    }

    @Test
    void readsAChainAndAKeyInOneFile() throws Exception {
        Files.writeString(
                directory.resolve("all.pem"),
                "the server\n" + CertificateWriter.pem(issued.certificate()) + "\r\nwho vouches\r\n"
                        + CertificateWriter.pem(authority.certificate()).replace("\n", "\r\n")
                        + CertificateWriter.pem(issued.key().getPrivate()));
        assertThat(read(Map.of("certificate", Path.of("all.pem"))))
                .singleElement()
                .satisfies(
                        one -> assertThat(one.chain()).containsExactly(issued.certificate(), authority.certificate()));
    }

    @Test
    void readsAKeyOfRsaInItsOldForm() throws Exception {
        Issued rsa = authority.issueRsa("rsa");
        rsa.write(directory.resolve("c.pem"), directory.resolve("c.key"));
        byte[] inner = Der.read(
                        Der.read(rsa.key().getPrivate().getEncoded()).get(0).content())
                .get(2)
                .content();
        key("RSA PRIVATE KEY", inner);
        assertThat(readPem().get(0).key()).isEqualTo(rsa.key().getPrivate());
    }

    @Test
    void readsAKeyOfEcInItsOldForm() throws Exception {
        byte[] pkcs8 = Der.read(issued.key().getPrivate().getEncoded()).get(0).content();
        byte[] secret = Der.read(
                        Der.read(Der.read(pkcs8).get(2).content()).get(0).content())
                .get(1)
                .content();
        byte[] old = Der.sequence(
                Der.integer(BigInteger.ONE),
                Der.octets(secret),
                Der.tagged(0xa0, Der.objectIdentifier("1.2.840.10045.3.1.7")));
        Files.writeString(
                directory.resolve("c.key"),
                Pem.block("EC PARAMETERS", Der.objectIdentifier("1.2.840.10045.3.1.7"))
                        + Pem.block("EC PRIVATE KEY", old));
        assertThat(((ECPrivateKey) readPem().get(0).key()).getS())
                .isEqualTo(((ECPrivateKey) issued.key().getPrivate()).getS());
    }

    private byte[] encrypted(String algorithm) throws Exception {
        SecretKey password = SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(PASSWORD));
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(Cipher.ENCRYPT_MODE, password);
        byte[] bytes = cipher.doFinal(issued.key().getPrivate().getEncoded());
        // Of this one EncryptedPrivateKeyInfo of Java 17 does not know the name.
        byte[] parameters = cipher.getParameters().getEncoded();
        return Der.sequence(Der.sequence(Der.objectIdentifier("1.2.840.113549.1.5.13"), parameters), Der.octets(bytes));
    }

    @Test
    void readsEncryptedKeys() throws Exception {
        for (String algorithm : List.of("PBEWithHmacSHA256AndAES_256", "PBEWithHmacSHA512AndAES_128")) {
            key("ENCRYPTED PRIVATE KEY", encrypted(algorithm));
            Files.writeString(directory.resolve("password"), "sesame\n");
            Map<String, Object> pem = new HashMap<>(Map.of("certificate", Path.of("c.pem"), "key", Path.of("c.key")));
            assertThatThrownBy(() -> read(pem)).hasMessageContaining("is encrypted; name a password-file");
            pem.put("password", "simsalabim");
            assertThatThrownBy(() -> read(pem))
                    .hasMessageContaining("the password is wrong")
                    .hasMessageNotContaining("simsalabim");
            pem.put("password", "sesame");
            assertThat(read(pem).get(0).key()).isEqualTo(issued.key().getPrivate());
            pem.remove("password");
            pem.put("passwordFile", Path.of("password"));
            assertThat(read(pem).get(0).key()).isEqualTo(issued.key().getPrivate());
        }
    }

    @Test
    void readsKeyStoresOfBothKinds() throws Exception {
        for (String type : List.of("PKCS12", "JKS")) {
            Issued other = authority.issueRsa("other", "other.example.com");
            KeyStore store = KeyStore.getInstance(type);
            store.load(null, null);
            store.setKeyEntry("shop", issued.key().getPrivate(), PASSWORD, new Certificate[] {
                issued.certificate(), authority.certificate()
            });
            store.setKeyEntry("other", other.key().getPrivate(), PASSWORD, new Certificate[] {other.certificate()});
            store.setCertificateEntry("authority", authority.certificate());
            try (OutputStream out = Files.newOutputStream(directory.resolve("store"))) {
                store.store(out, PASSWORD);
            }
            Map<String, Object> all = new HashMap<>(Map.of("keyStore", Path.of("store"), "password", "sesame"));
            assertThat(read(all)).hasSize(2);
            all.put("keyAlias", "shop");
            assertThat(read(all))
                    .singleElement()
                    .satisfies(one ->
                            assertThat(one.chain()).containsExactly(issued.certificate(), authority.certificate()));
            all.put("keyAlias", "nobody");
            assertThatThrownBy(() -> read(all))
                    .hasMessageContaining("no private key under the alias 'nobody'")
                    .hasMessageContaining("shop");
            all.put("password", "simsalabim");
            assertThatThrownBy(() -> read(all))
                    .hasMessageContaining("the password of the key store")
                    .hasMessageNotContaining("simsalabim");
        }
    }

    @Test
    void readsTrustFromPemAndFromAStore() throws Exception {
        authority.write(directory.resolve("trust.pem"));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("own", issued.key().getPrivate(), PASSWORD, new Certificate[] {issued.certificate()});
        store.setCertificateEntry("authority", authority.certificate());
        try (OutputStream out = Files.newOutputStream(directory.resolve("store"))) {
            store.store(out, PASSWORD);
        }
        assertThat(trust(Map.of())).isNull();
        assertThat(trust(Map.of("trust", Path.of("trust.pem"))).getCertificate("0"))
                .isEqualTo(authority.certificate());
        KeyStore copied = trust(Map.of("trustStore", Path.of("store"), "trustPassword", "sesame"));
        assertThat(copied.size()).isEqualTo(1);
        assertThat(copied.getCertificate("authority")).isEqualTo(authority.certificate());
    }

    private KeyStore trust(Map<String, Object> values) throws Exception {
        Map<String, Object> all = new HashMap<>(values);
        all.put("certificate", Path.of("c.pem"));
        return new KeyFiles(directory).trust(Defaults.of(TlsSettings.class, all));
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        Files.delete(directory.resolve("c.key"));
        assertThatThrownBy(this::readPem)
                .isInstanceOf(KeyMaterialException.class)
                .hasMessage(directory.resolve("c.key") + " does not exist; paths are relative to the domain");
        Files.writeString(directory.resolve("c.key"), "nothing");
        assertThatThrownBy(this::readPem).hasMessageContaining("has no private key");
        key("PRIVATE KEY", new byte[] {1, 2, 3});
        assertThatThrownBy(this::readPem).hasMessageContaining("is damaged, or of a kind");
        Files.writeString(directory.resolve("c.key"), "-----BEGIN PRIVATE KEY-----\n!!!!\n-----END PRIVATE KEY-----\n");
        assertThatThrownBy(this::readPem).hasMessageContaining("no proper base64");
        Files.writeString(
                directory.resolve("c.key"),
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA\n"
                        + "-----END RSA PRIVATE KEY-----\n");
        assertThatThrownBy(this::readPem).hasMessageContaining("openssl pkcs8 -topk8");
        for (byte[] cut : List.of(new byte[] {0x30, (byte) 0x84}, new byte[] {0x30, 5, 1}, new byte[0])) {
            key("EC PRIVATE KEY", cut);
            assertThatThrownBy(this::readPem).hasMessageContaining("is damaged");
        }
        for (Issued stranger : List.of(authority.issue("shop"), authority.issueRsa("shop"))) {
            key("PRIVATE KEY", stranger.key().getPrivate().getEncoded());
            assertThatThrownBy(this::readPem)
                    .hasMessageContaining("is not that of the first certificate")
                    .hasMessageContaining("CN=shop");
        }
        Files.writeString(directory.resolve("c.pem"), Pem.block("CERTIFICATE", new byte[] {1, 2}));
        assertThatThrownBy(this::readPem).hasMessageContaining("certificate 1 in");
        Files.writeString(directory.resolve("c.pem"), "");
        assertThatThrownBy(this::readPem).hasMessageContaining("has no certificate in PEM form");
        Files.write(directory.resolve("store"), new byte[] {1, 2, 3});
        assertThatThrownBy(() -> read(Map.of("keyStore", Path.of("store")))).hasMessageContaining("store");
        assertThatThrownBy(() -> read(Map.of("keyStore", Path.of("absent")))).hasMessageContaining("does not exist");
    }

    @Test
    void takesTheCommonNameWhereACertificateSaysNoOtherName() throws Exception {
        Issued old = authority.issue("Old.example.com");
        assertThat(Identity.of(List.of(old.certificate()), old.key().getPrivate(), "here")
                        .names())
                .containsExactly("old.example.com");
    }

    @Test
    void writesCertificatesThatTheJdkBelieves() throws Exception {
        X509Certificate certificate = issued.certificate();
        certificate.verify(authority.certificate().getPublicKey());
        certificate.checkValidity();
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThat(authority.certificate().getBasicConstraints()).isEqualTo(Integer.MAX_VALUE);
        assertThat(certificate.getKeyUsage()[0]).isTrue();
        assertThat(authority.certificate().getKeyUsage()[5]).isTrue();
        assertThat(certificate.getExtendedKeyUsage()).hasSize(2);
        assertThat(certificate.getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(
                        List.of(2, "shop.example.com"), List.of(2, "*.shop.example.com"), List.of(7, "127.0.0.1"));
    }
}
