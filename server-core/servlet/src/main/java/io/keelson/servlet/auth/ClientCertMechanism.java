package io.keelson.servlet.auth;

import io.keelson.kernel.context.Caller;
import io.keelson.security.Realm;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.naming.NamingException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.jspecify.annotations.Nullable;

/**
 * {@code CLIENT-CERT}: the certificate that the client has shown in the TLS handshake, where it was checked against
 * what the channel trusts, names a user of the realm.
 *
 * <p>Specification: Servlet 6.1, 13.6.4 HTTPS Client Authentication.
 */
final class ClientCertMechanism implements Mechanism {
    /** Name that {@link LdapName} gives the address of e-mail; people write {@code E} or {@code EMAILADDRESS}. */
    private static final String EMAIL = "1.2.840.113549.1.9.1";

    private final Realm realm;
    private final String attribute;
    private final @Nullable String delimiter;

    ClientCertMechanism(Realm realm, CertificateSettings settings) {
        this.realm = realm;
        String type = settings.userNameMapperAttributeType();
        this.attribute = type.equalsIgnoreCase("E") || type.equalsIgnoreCase("EMAILADDRESS") ? EMAIL : type;
        this.delimiter = settings.userNameMapperAttributeDelimiter();
    }

    @Override
    public String scheme() {
        return HttpServletRequest.CLIENT_CERT_AUTH;
    }

    /** Leaves passwords out where a certificate is asked for. */
    @Override
    public boolean accepts(String other) {
        return other.equals(scheme());
    }

    @Override
    public boolean identify(SecuredRequest request) {
        List<X509Certificate> shown = request.clientCertificates();
        String user = shown.isEmpty() ? null : user(shown.get(0));
        Optional<Caller> caller = user == null ? Optional.empty() : realm.find(user);
        if (!shown.isEmpty() && caller.isEmpty()) {
            AuthLog.LOG.debugf(
                    "the certificate of %s is that of no user of the realm",
                    shown.get(0).getSubjectX500Principal());
        }
        caller.ifPresent(found -> request.caller(found, scheme()));
        return caller.isPresent();
    }

    /** The name of the user; null where the certificate has none. Of several the most specific counts. */
    private @Nullable String user(X509Certificate certificate) {
        String subject = certificate.getSubjectX500Principal().getName();
        try {
            List<Rdn> parts = new LdapName(subject).getRdns();
            for (int i = parts.size() - 1; i >= 0; i--) {
                var value = parts.get(i).toAttributes().get(attribute);
                if (value != null && value.get() != null) {
                    return upToDelimiter(text(value.get()));
                }
            }
        } catch (NamingException e) {
            AuthLog.LOG.debugf(e, "the subject %s is no name", subject);
        }
        return null;
    }

    private @Nullable String upToDelimiter(@Nullable String whole) {
        int end = whole == null || delimiter == null ? -1 : whole.indexOf(delimiter);
        return whole == null || end < 0 ? whole : whole.substring(0, end);
    }

    /** An attribute that {@link LdapName} does not know by name is given as it is encoded: a tag, a length, and text. */
    private static @Nullable String text(Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof byte[] der && der.length >= 2 && (der[1] & 0x80) == 0 && der.length == der[1] + 2) {
            return new String(der, 2, der[1], StandardCharsets.UTF_8);
        }
        return null;
    }

    /** There is no asking again within a connection: whoever has a certificate has shown it. */
    @Override
    public void challenge(SecuredRequest request, HttpServletResponse response) throws IOException {
        response.sendError(HttpServletResponse.SC_FORBIDDEN);
    }
}
