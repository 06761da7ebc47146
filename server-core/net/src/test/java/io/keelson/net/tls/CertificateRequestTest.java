package io.keelson.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateRequestTest {
    private static final Path OPENSSL = Path.of("/usr/bin/openssl");

    private static KeyPair key(String kind) throws GeneralSecurityException {
        if (kind.equals("EC")) {
            return CertificateWriter.newKey();
        }
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    private static byte[] bytes(String pem) {
        return Base64.getMimeDecoder()
                .decode(pem.replaceAll("-----[A-Z ]+-----", "").strip());
    }

    private static String pem(byte[] bytes) {
        return Pem.block("CERTIFICATE REQUEST", bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA"})
    void whatIsWrittenIsRead(String kind) throws Exception {
        KeyPair key = key(kind);
        CertificateRequest read = CertificateRequest.read(CertificateRequest.write("machine:beta", key));
        assertThat(read.commonName()).isEqualTo("machine:beta");
        assertThat(read.key()).isEqualTo(key.getPublic());
    }

    @Test
    void thoseOfOpensslAreReadAndOursByIt(@TempDir Path directory) throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(OPENSSL), "openssl is not there");
        Path key = directory.resolve("k.pem");
        Path request = directory.resolve("r.pem");
        run("ecparam", "-name", "secp384r1", "-genkey", "-noout", "-out", key.toString());
        run("req", "-new", "-sha384", "-key", key.toString(), "-subj", "/CN=machine:gamma", "-out", request.toString());
        assertThat(CertificateRequest.read(Files.readString(request)).commonName())
                .isEqualTo("machine:gamma");

        Files.writeString(request, CertificateRequest.write("machine:delta", key("EC")));
        assertThat(run("req", "-verify", "-noout", "-subject", "-in", request.toString()))
                .contains("machine:delta");
    }

    private static String run(String... words) throws Exception {
        Process process = new ProcessBuilder()
                .command(java.util.stream.Stream.concat(
                                java.util.stream.Stream.of(OPENSSL.toString()), java.util.Arrays.stream(words))
                        .toList())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    @Test
    void oneThatAnotherKeyHasSignedIsRefused() throws Exception {
        byte[] mine = bytes(CertificateRequest.write("machine:beta", key("EC")));
        byte[] other = bytes(CertificateRequest.write("machine:beta", key("EC")));
        // The other's name and key with my signature.
        byte[] content = Der.read(Der.read(other).get(0).content()).get(0).content();
        var parts = Der.read(Der.read(mine).get(0).content());
        byte[] mixed = Der.sequence(
                Der.tagged(Der.SEQUENCE, content),
                Der.tagged(Der.SEQUENCE, parts.get(1).content()),
                Der.tagged(0x03, parts.get(2).content()));
        assertThatThrownBy(() -> CertificateRequest.read(pem(mixed)))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("not signed with its own key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "nonsense", "-----BEGIN CERTIFICATE REQUEST-----\n!!\n-----END CERTIFICATE REQUEST-----"})
    void whatIsNoneIsRefused(String text) {
        assertThatThrownBy(() -> CertificateRequest.read(text)).isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void damagedOnesAreRefusedWithoutAnyOtherError() throws Exception {
        byte[] whole = bytes(CertificateRequest.write("machine:beta", key("EC")));
        for (int length = 0; length < whole.length; length++) {
            byte[] part = java.util.Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> CertificateRequest.read(pem(part))).isInstanceOf(GeneralSecurityException.class);
        }
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("CertificateRequestTest seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            byte[] changed = whole.clone();
            int at = random.nextInt(changed.length);
            changed[at] ^= (byte) (1 << random.nextInt(8));
            try {
                CertificateRequest read = CertificateRequest.read(pem(changed));
                // A flipped bit in what is not signed, as the encoding of the signature's length, may be read all the
                // same.
                assertThat(read.commonName()).as("seed " + seed).isEqualTo("machine:beta");
            } catch (GeneralSecurityException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
    }
}
