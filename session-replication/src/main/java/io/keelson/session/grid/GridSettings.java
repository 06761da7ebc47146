package io.keelson.session.grid;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A data grid that keeps sessions.
 *
 * @param addresses its servers
 * @param jndiNames other names that applications may call it by
 * @param cache the cache on it
 * @param user who the server is for the grid; null: nobody
 * @param password of the user
 * @param passwordFile a file whose first line is the password, relative to the domain
 * @param saslMechanism how the password is proved
 * @param tlsEnabled whether connections are encrypted
 * @param trustFile certificates of who may have signed that of the grid; null: those that Java trusts
 * @param connectTimeout how long a connection may take
 * @param requestTimeout how long an answer may take
 */
@Section(
        value = "session-grids.*",
        help =
                "A data grid (Infinispan Server) that keeps the sessions of applications whose persistent-store-type is cache.")
public record GridSettings(
        @Setting(
                help =
                        "Its servers as host:port, 11222 where no port is said. One that answers is enough: it names the others.",
                required = true)
        List<String> addresses,

        @Setting(help = "Other names that persistent-data-source-jndi-name may call it by, as cache/sessions.")
        List<String> jndiNames,

        @Setting(help = "The cache on the grid; it has to be there.", defaultValue = "sessions")
        String cache,

        @Setting(help = "User for the grid; without one the server does not say who it is.") @Nullable
        String user,

        @Setting(
                help =
                        "Password for the grid; better password-file, or a variable of the environment that overrides this.",
                secret = true)
        @Nullable
        String password,

        @Setting(help = "File whose first line is the password, relative to the domain.") @Nullable
        Path passwordFile,

        @Setting(
                help = "How the password is proved. PLAIN sends it, and is refused without TLS.",
                defaultValue = "SCRAM-SHA-512",
                pattern = "SCRAM-SHA-(256|384|512)|DIGEST-(MD5|SHA-256|SHA-384|SHA-512)|PLAIN")
        String saslMechanism,

        @Setting(
                help =
                        "Whether connections are encrypted. Sessions have what users have told: turn it off on loopback only.",
                defaultValue = "true")
        boolean tlsEnabled,

        @Setting(
                help =
                        "Certificates in PEM of who may have signed that of the grid, relative to the domain; without them"
                                + " those that Java trusts.")
        @Nullable
        Path trustFile,

        @Setting(help = "How long a connection may take.", defaultValue = "2s", min = "100ms", max = "1m")
        Duration connectTimeout,

        @Setting(
                help = "How long an answer may take; then the grid counts as away, and requests go on from memory.",
                defaultValue = "5s",
                min = "100ms",
                max = "1m")
        Duration requestTimeout) {}
