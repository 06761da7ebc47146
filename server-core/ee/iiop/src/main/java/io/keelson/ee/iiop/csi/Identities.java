package io.keelson.ee.iiop.csi;

import java.io.ByteArrayInputStream;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/**
 * Identities that are asserted by certificates. Nothing is checked but the form.
 *
 * <p>Specification: CORBA 3.3, Part 2, 10.2.5 Object Identifiers, ASN.1 Encodings and 10.2.2.3 Identity Token Format.
 */
public final class Identities {
    private Identities() {}

    /**
     * Reads the subject of the first certificate of a chain, which is the owner's.
     *
     * @param chain a SEQUENCE OF Certificate in DER
     * @throws CsiException where it is none
     */
    public static X500Principal owner(byte[] chain) throws CsiException {
        try {
            // A PkiPath has the same form and the other order: the owner's certificate is its last, and the first of
            // the list.
            List<? extends Certificate> certificates = CertificateFactory.getInstance("X.509")
                    .generateCertPath(new ByteArrayInputStream(chain), "PkiPath")
                    .getCertificates();
            if (certificates.isEmpty()
                    || !(certificates.get(certificates.size() - 1) instanceof X509Certificate certificate)) {
                throw new CsiException("the chain has no certificate");
            }
            return certificate.getSubjectX500Principal();
        } catch (CertificateException e) {
            throw new CsiException("the chain cannot be read: " + e.getMessage());
        }
    }

    /**
     * Reads a distinguished name.
     *
     * @param name in DER
     * @throws CsiException where it is none
     */
    public static X500Principal distinguishedName(byte[] name) throws CsiException {
        try {
            X500Principal read = new X500Principal(name);
            if (read.getName().isEmpty()) { // also of no bytes at all
                throw new CsiException("the distinguished name is empty");
            }
            return read;
        } catch (IllegalArgumentException e) {
            throw new CsiException("the distinguished name cannot be read: " + e.getMessage());
        }
    }
}
