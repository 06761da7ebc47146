package io.keelson.servlet.auth;

import io.keelson.kernel.context.Caller;
import io.keelson.security.CertificateSettings;
import io.keelson.security.CertificateUsers;
import io.keelson.security.Realm;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * {@code CLIENT-CERT}: the certificate that the client has shown in the TLS handshake, where it was checked against
 * what the channel trusts, names a user of the realm.
 *
 * <p>Specification: Servlet 6.1, 13.6.4 HTTPS Client Authentication.
 */
final class ClientCertMechanism implements Mechanism {
    private final Realm realm;
    private final CertificateUsers users;

    ClientCertMechanism(Realm realm, CertificateSettings settings) {
        this.realm = realm;
        this.users = new CertificateUsers(settings);
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
        Optional<Caller> caller = shown.isEmpty()
                ? Optional.empty()
                : users.user(shown.get(0).getSubjectX500Principal()).flatMap(realm::find);
        if (!shown.isEmpty() && caller.isEmpty()) {
            AuthLog.LOG.debugf(
                    "the certificate of %s is that of no user of the realm",
                    shown.get(0).getSubjectX500Principal());
        }
        caller.ifPresent(found -> request.caller(found, scheme()));
        return caller.isPresent();
    }

    /** There is no asking again within a connection: whoever has a certificate has shown it. */
    @Override
    public void challenge(SecuredRequest request, HttpServletResponse response) throws IOException {
        response.sendError(HttpServletResponse.SC_FORBIDDEN);
    }
}
