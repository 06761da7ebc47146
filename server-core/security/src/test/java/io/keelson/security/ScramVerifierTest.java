package io.keelson.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class ScramVerifierTest {
    private static final byte[] SALT = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");
    private static final String NONCE = "rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    private static final String AUTH_MESSAGE =
            "n=user,r=rOprNGfwEbeRWgbNEkqO,r=" + NONCE + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,c=biws,r=" + NONCE;

    private static byte[] hmac(byte[] key, String text) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The exchange of RFC 7677, 3: our keys accept its client's proof and give its server's signature. */
    @Test
    void agreesWithTheExampleOfRfc7677() throws Exception {
        ScramVerifier verifier = ScramVerifier.of("pencil".toCharArray(), 4096, SALT);
        assertThat(Base64.getEncoder().encodeToString(hmac(verifier.serverKey(), AUTH_MESSAGE)))
                .isEqualTo("6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
        byte[] proof = Base64.getDecoder().decode("dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
        byte[] signature = hmac(verifier.storedKey(), AUTH_MESSAGE);
        for (int i = 0; i < proof.length; i++) {
            proof[i] ^= signature[i];
        }
        assertThat(MessageDigest.getInstance("SHA-256").digest(proof)).isEqualTo(verifier.storedKey());
    }

    @Test
    void writtenFormIsReadBack() {
        ScramVerifier verifier = ScramVerifier.of("pencil".toCharArray(), 4096, new SecureRandom());
        ScramVerifier read = ScramVerifier.parse(verifier.written());
        assertThat(read.matches("pencil".toCharArray())).isTrue();
        assertThat(read.matches("Pencil".toCharArray())).isFalse();
        assertThat(read.matches(new char[0])).isFalse();
        assertThat(read.written()).isEqualTo(verifier.written());
    }

    @Test
    void saltsDiffer() {
        SecureRandom random = new SecureRandom();
        assertThat(ScramVerifier.of("x".toCharArray(), 4096, random).written())
                .isNotEqualTo(ScramVerifier.of("x".toCharArray(), 4096, random).written());
    }

    @Test
    void leavesThePasswordAndShowsNoKey() {
        char[] password = "pässword".toCharArray();
        ScramVerifier verifier = ScramVerifier.of(password, 4096, new SecureRandom());
        assertThat(new String(password)).isEqualTo("pässword");
        assertThat(verifier.toString()).doesNotContain(Base64.getEncoder().encodeToString(verifier.storedKey()));
    }

    @Test
    void oneFormOfTextIsOnePassword() {
        ScramVerifier verifier = ScramVerifier.of("pa\u00dfw\u00f6rd x".toCharArray(), 4096, new SecureRandom());
        assertThat(verifier.matches("pa\u00dfwo\u0308rd\u00a0x".toCharArray()))
                .as("decomposed, and another space")
                .isTrue();
        assertThat(verifier.matches("passw\u00f6rd x".toCharArray())).isFalse();
    }

    @Test
    void refusesWhatCannotBeRight() {
        SecureRandom random = new SecureRandom();
        assertThatThrownBy(() -> ScramVerifier.of(new char[0], 4096, random))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty");
        assertThatThrownBy(() -> ScramVerifier.of("a\nb".toCharArray(), 4096, random))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("a\nb");
        assertThatThrownBy(() -> ScramVerifier.of("x".toCharArray(), 4095, random))
                .hasMessageContaining("4096 to 10000000, not 4095");
        for (String bad : new String[] {
            "",
            "SCRAM-SHA-1$4096:c2FsdHNhbHQ=$x:y",
            "SCRAM-SHA-256$99999999:c2FsdHNhbHQ=$eA==:eA==",
            "SCRAM-SHA-256$4096:c2FsdHNhbHQ=$eA==:eA==",
            "SCRAM-SHA-256$4096:=$=:="
        }) {
            assertThatThrownBy(() -> ScramVerifier.parse(bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
