package io.keelson.admin.access;

import io.keelson.admin.rest.Problem;
import io.keelson.http.HttpExchange;
import io.keelson.kernel.machine.MachineFiles;
import io.keelson.kernel.machine.MachineTls;
import io.keelson.net.spi.TlsSession;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Check of the domain's token from elsewhere. The token counts for nothing in the clear, and in a domain of several machines only
 * together with the certificate of one that was not put out. So who has stolen a token, or was a machine of the domain once, gets no
 * further with it. Thread-safe.
 */
final class MachineCheck {
    private final Path domain;
    private volatile @Nullable MachineTls machines;

    /** @param domain the domain's directory */
    MachineCheck(Path domain) {
        this.domain = domain;
    }

    /**
     * Looks at what needs no work.
     *
     * @throws Problem 403 where the token came over the network in the clear
     */
    void admit(HttpExchange exchange) throws Problem {
        if (!exchange.secure() && !Passwords.near(exchange)) {
            throw Problem.forbidden("The domain's token is taken over TLS only (https), or from this machine");
        }
    }

    /**
     * Looks at the certificate, which takes a while.
     *
     * @throws Problem 403 where it takes a machine of the domain, and this is none
     */
    void prove(HttpExchange exchange) throws Problem {
        if (Passwords.near(exchange) || !new MachineFiles(domain).present()) {
            return;
        }
        TlsSession tls = exchange.tls();
        Optional<String> machine = tls == null || tls.peerCertificates().isEmpty()
                ? Optional.empty()
                : machineOf(tls.peerCertificates().get(0));
        if (machine.isEmpty()) {
            throw Problem.forbidden(
                    "From elsewhere the domain's token counts only together with the certificate of a machine of the domain");
        }
    }

    private Optional<String> machineOf(X509Certificate shown) throws Problem {
        try {
            MachineTls known = machines;
            if (known == null) {
                known = MachineTls.of(domain);
                machines = known;
            }
            return known.machineOf(shown);
        } catch (IOException e) {
            throw Problem.notDone(503, "No certificate", String.valueOf(e.getMessage()), java.util.List.of());
        }
    }
}
