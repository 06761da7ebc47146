package io.keelson.kernel.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

    private final byte[] key;

    private DomainKey(byte[] key) {
        this.key = key;
    }

    /** Where the key of a domain lies. */
    public static Path file(Path domain) {
        return domain.resolve("security").resolve("domain-key");
    }

    /** Reads the key of a domain; one that is missing is made. */
    public static DomainKey of(Path domain) throws IOException {
        Path file = file(domain);
        SecretFile.create(file);
        return new DomainKey(Base64.getUrlDecoder().decode(SecretFile.read(file)));
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
