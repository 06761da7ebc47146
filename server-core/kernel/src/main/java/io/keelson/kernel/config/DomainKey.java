package io.keelson.kernel.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key that the servers of a domain share: by it they know one another. It lies in {@code security/domain-key} and is made
 * with the domain; servers on other machines get a copy. The key itself leaves this class only as keys for one purpose each.
 * Immutable.
 */
public final class DomainKey {
    private static final String HMAC = "HmacSHA256";

    /** Never to delete it: with another key no secret of the configuration can be read again. */
    private static final String REMEDY = "put it back from a copy of the domain's directory, or from the same place on"
            + " another machine of the domain. Do not delete it: the secrets in domain.yaml can be read with this key only";

    private final byte[] key;

    private DomainKey(byte[] key) {
        this.key = key;
    }

    /** Returns where the key of a domain lies. */
    public static Path file(Path domain) {
        return domain.resolve("security").resolve("domain-key");
    }

    /**
     * Reads the key of a domain; one that is missing is made, unless {@code domain.yaml} has secrets that another key has encrypted.
     *
     * @throws IOException when the key cannot be read, holds none or was lost; says what to do
     */
    public static DomainKey of(Path domain) throws IOException {
        Path file = file(domain);
        if (!Files.exists(file) && needed(domain)) {
            throw new IOException(file + " is missing; " + REMEDY);
        }
        SecretFile.create(file);
        return new DomainKey(Base64.getUrlDecoder().decode(text(domain)));
    }

    /**
     * Reads the key as its file has it, for a machine that is let into the domain. Not for logs.
     *
     * @throws IOException as {@link #of}
     */
    public static String text(Path domain) throws IOException {
        return SecretFile.read(file(domain), REMEDY);
    }

    private static boolean needed(Path domain) throws IOException {
        Path configuration = domain.resolve("domain.yaml");
        return Files.exists(configuration)
                && Files.readString(configuration, StandardCharsets.UTF_8).contains(ConfigurationSecrets.MARK);
    }

    /** A key for a purpose: 256 bits that tell nothing about the domain's key, nor about those for other purposes. */
    public byte[] derived(String purpose) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac.doFinal(("keelson " + purpose).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HMAC, e);
        }
    }

    /** Does not show the key. */
    @Override
    public String toString() {
        return "domain key";
    }
}
