package io.keelson.admin.machine;

import io.keelson.admin.domain.DomainException;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The one-time token that an operator carries to a new machine: whom to ask, how to know that it is really them, and a secret. Immutable.
 *
 * @param machine the name that the machine gets
 * @param address host and port of the admin server
 * @param adminMachine the name of its machine, as its certificate must say
 * @param authority the SHA-256 of the certificate of the domain's authority, in lower-case hexadecimal digits
 * @param secret 256 random bits
 */
public record EnrolmentToken(String machine, String address, String adminMachine, String authority, String secret) {
    private static final String BEGIN = "keelson1.";
    private static final int BYTES = 32;

    /** A new secret. */
    static String newSecret() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns what the admin server keeps of a secret. */
    static String hash(String secret) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Returns whether that is the secret of a hash, in a time that does not tell where they differ. */
    static boolean matches(String hash, String secret) {
        return MessageDigest.isEqual(
                hash.getBytes(StandardCharsets.US_ASCII), hash(secret).getBytes(StandardCharsets.US_ASCII));
    }

    /** The token as a word without spaces. */
    public String text() {
        String json = Json.createObjectBuilder()
                .add("machine", machine)
                .add("address", address)
                .add("admin-machine", adminMachine)
                .add("authority", authority)
                .add("secret", secret)
                .build()
                .toString();
        return BEGIN + Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads a token.
     *
     * @throws DomainException when it is none, as one that was not copied whole
     */
    public static EnrolmentToken read(String text) throws DomainException {
        if (!text.startsWith(BEGIN)) {
            throw new DomainException(
                    "that is no token for a machine; 'keelson machine add' prints one, which begins with " + BEGIN);
        }
        try (JsonReader reader = Json.createReader(
                new ByteArrayInputStream(Base64.getUrlDecoder().decode(text.substring(BEGIN.length()))))) {
            JsonObject json = reader.readObject();
            return new EnrolmentToken(
                    json.getString("machine"),
                    json.getString("address"),
                    json.getString("admin-machine"),
                    json.getString("authority"),
                    json.getString("secret"));
        } catch (IllegalArgumentException | JsonException | NullPointerException | ClassCastException e) {
            throw new DomainException("the token is damaged; copy all of it, on one line", e);
        }
    }

    /** Does not show the secret. */
    @Override
    public String toString() {
        return "token for the machine " + machine;
    }
}
