package io.keelson.net.tls;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * A certificate of the server with its private key.
 *
 * @param chain the certificate first, then those that vouch for it
 * @param names the names of servers that it is for, in lower case, as {@code shop.example.com} or {@code *.example.com}
 * @param place where it was read, for messages
 */
record Identity(List<X509Certificate> chain, PrivateKey key, List<String> names, String place) {
    private static final int DNS_NAME = 2;

    Identity {
        chain = List.copyOf(chain);
        names = List.copyOf(names);
    }

    /** @throws KeyMaterialException where the key is not that of the first certificate */
    static Identity of(List<X509Certificate> chain, PrivateKey key, String place) throws KeyMaterialException {
        X509Certificate own = chain.get(0);
        try {
            if (!belong(key, own.getPublicKey())) {
                throw new KeyMaterialException("the private key is not that of the first certificate in " + place
                        + ", which is of " + subject(own) + "; the certificate of the server comes first in its file");
            }
            return new Identity(chain, key, names(own), place);
        } catch (GeneralSecurityException e) {
            throw new KeyMaterialException(
                    "the certificate in " + place + " and its key cannot be used: " + e.getMessage(), e);
        }
    }

    X509Certificate certificate() {
        return chain.get(0);
    }

    /** Returns whether it proves itself by that kind of key, as a key manager is asked for. */
    boolean isOfType(String keyType) {
        String own = certificate().getPublicKey().getAlgorithm();
        return keyType.equals(own) || keyType.startsWith(own + "_");
    }

    /** Returns who the certificate is of, for messages. */
    static String subject(X509Certificate certificate) {
        String subject = certificate.getSubjectX500Principal().getName();
        return subject.isEmpty() ? "no subject" : subject;
    }

    private static boolean belong(PrivateKey own, PublicKey other) throws GeneralSecurityException {
        if (own instanceof RSAKey one && other instanceof RSAKey two) {
            return one.getModulus().equals(two.getModulus());
        }
        if (!kind(own).equals(kind(other))) {
            return false;
        }
        Signature signature = Signature.getInstance(kind(own).equals("EC") ? "SHA256withECDSA" : kind(own));
        signature.initSign(own);
        byte[] something = own.getAlgorithm().getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        signature.update(something);
        byte[] signed = signature.sign();
        signature.initVerify(other);
        signature.update(something);
        return signature.verify(signed);
    }

    private static String kind(Key key) {
        return key.getAlgorithm().startsWith("Ed") ? "EdDSA" : key.getAlgorithm();
    }

    /** Those that it says it is for; only one that says none is for its common name (RFC 6125, 6.4.4). */
    private static List<String> names(X509Certificate certificate) throws CertificateParsingException {
        List<String> names = new ArrayList<>();
        Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
        if (alternatives != null) {
            alternatives.stream()
                    .filter(name -> Objects.equals(name.get(0), DNS_NAME))
                    .forEach(name -> names.add(String.valueOf(name.get(1)).toLowerCase(Locale.ROOT)));
            return names;
        }
        try {
            for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    names.add(String.valueOf(part.getValue()).toLowerCase(Locale.ROOT));
                }
            }
        } catch (InvalidNameException e) {
            TlsLog.LOG.debugf(e, "a certificate has a subject that is no name");
        }
        return names;
    }
}
