package io.keelson.admin;

import io.keelson.admin.access.Setup;
import io.keelson.admin.domain.Endpoint;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shows whoever sees the process's standard output how to become a domain's first administrator. It goes there and nowhere
 * else: not through the log, which is kept in files, nor {@code System.out}, which an application may have replaced. Behind
 * the # of its address a browser keeps the secret to itself: it is in no request line and so in no access log.
 */
final class SetupLink {
    private static final String TLS_TOO =
            "(https:// answers there too, with the domain's own certificate: keelson tls show)";

    private SetupLink() {}

    /**
     * Shows the link where there is no administrator.
     *
     * @param tlsToo whether what speaks in the clear there speaks TLS too
     */
    static void show(Setup setup, @Nullable Endpoint management, boolean tlsToo) {
        if (management == null) {
            return;
        }
        try {
            Optional<String> secret = setup.offer();
            if (secret.isPresent()) {
                AdminLog.LOG.nobodyAdministrates();
                // The stream is the process's own, and stays open.
                new FileOutputStream(FileDescriptor.out)
                        .write(text(management, secret.get(), tlsToo).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // A realm that cannot be read is reported by itself; without an output there is nobody to show the link to.
            AdminLog.LOG.debugf(e, "no link for a first administrator");
        }
    }

    static String text(Endpoint management, String secret, boolean tlsToo) {
        return System.lineSeparator() + "To become the administrator of this domain, open within an hour:"
                + System.lineSeparator() + "  " + url(management) + "/console/#/setup?token=" + secret
                + (tlsToo ? System.lineSeparator() + TLS_TOO : "")
                + System.lineSeparator() + System.lineSeparator();
    }

    /** A server that listens on all addresses is found by the name of the machine that its administrator sits at. */
    private static String url(Endpoint management) {
        return management.url().replaceFirst("://(0\\.0\\.0\\.0|\\[0:0:0:0:0:0:0:0])", "://localhost");
    }
}
