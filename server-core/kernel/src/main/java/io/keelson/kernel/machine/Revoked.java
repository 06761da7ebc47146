package io.keelson.kernel.machine;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The certificates of the domain's authority that count no more, as its files said at one time. Immutable; asks no file.
 *
 * @param authority the key of the domain's authority
 * @param numbers the numbers of the certificates, in hexadecimal digits
 */
public record Revoked(PublicKey authority, Set<String> numbers) implements Predicate<X509Certificate> {
    public Revoked {
        numbers = Set.copyOf(numbers);
    }

    /** Returns whether a certificate is one of them. Another authority may have given the same number, so the signature counts as well. */
    @Override
    public boolean test(X509Certificate certificate) {
        if (!numbers.contains(certificate.getSerialNumber().toString(16))) {
            return false;
        }
        try {
            certificate.verify(authority);
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
