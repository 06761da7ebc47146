package io.keelson.admin.cli;

import io.keelson.admin.access.AdministrationCertificate;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.base.time.Ticker;
import io.keelson.net.tls.CertificateWriter;
import io.keelson.net.tls.ChannelTls;
import io.keelson.net.tls.KeyWriter;
import jakarta.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Commands about TLS. */
@Command(
        name = "tls",
        description = "Shows the certificate of administration, and makes certificates for development.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {TlsCommand.Show.class, TlsCommand.CreateCertificate.class})
final class TlsCommand extends StandardOptions {
    /** Shows the certificate by which administration speaks TLS without being given one. */
    @Command(
            name = "show",
            description =
                    "Shows the certificate that the domain has made for its administration, with the SHA-256 by which"
                            + " a browser's warning is checked; makes it where there is none yet.")
    static final class Show extends StandardOptions implements Callable<Integer> {
        @Mixin
        DomainOption domain = new DomainOption();

        @Option(names = "--json", description = "Prints one JSON object.")
        boolean json;

        @Spec
        @Nullable
        CommandSpec spec;

        @Override
        public Integer call() throws CommandException, IOException {
            DomainDirectory in = domain.find();
            X509Certificate shown = new AdministrationCertificate(in.path(), List::of, Ticker.system()).certificate();
            Path file = in.path().resolve(AdministrationCertificate.CERTIFICATE);
            String until = shown.getNotAfter().toInstant().toString();
            if (spec != null) {
                spec.commandLine()
                        .getOut()
                        .println(
                                json
                                        ? Json.createObjectBuilder()
                                                .add("certificate", file.toString())
                                                .add("not-after", until)
                                                .add("sha-256", ChannelTls.fingerprint(shown))
                                                .build()
                                                .toString()
                                        : "Certificate: " + file + "\nUntil:       " + until + "\nSHA-256:     "
                                                + AdministrationCertificate.fingerprint(shown));
            }
            return ExitCode.OK;
        }
    }

    /** Makes a key and a certificate that vouches for itself. */
    @Command(
            name = "create-certificate",
            description =
                    "Makes a private key and a certificate that vouches for itself, for development: browsers warn of"
                            + " it. In production use a certificate of an authority.")
    static final class CreateCertificate extends StandardOptions implements Callable<Integer> {
        private static final String CERTIFICATE = "security/tls.pem";
        private static final String KEY = "security/tls.key";

        @Mixin
        DomainOption domain = new DomainOption();

        @Option(
                names = "--host",
                paramLabel = "NAME",
                description = "A name or address of the server; may be there several times. Without it localhost,"
                        + " 127.0.0.1 and ::1.")
        List<String> hosts = new ArrayList<>();

        @Option(names = "--days", paramLabel = "N", description = "How long it holds; without it 365 days.")
        int days = 365;

        @Option(names = "--force", description = "Replaces a certificate and a key that are there.")
        boolean force;

        @Option(names = "--json", description = "Prints one JSON object.")
        boolean json;

        @Spec
        @Nullable
        CommandSpec spec;

        @Override
        public Integer call() throws CommandException, IOException {
            if (days < 1 || days > 3650) {
                throw new CommandException(ExitCode.USAGE, "A certificate holds 1 to 3650 days, not " + days + ".");
            }
            List<String> names = hosts.isEmpty() ? List.of("localhost", "127.0.0.1", "::1") : hosts;
            for (String name : names) {
                if (!name.matches("[A-Za-z0-9*][A-Za-z0-9.:-]{0,252}|::[0-9A-Fa-f:.]*")) {
                    throw new CommandException(ExitCode.USAGE, "'" + name + "' is no name or address of a server.");
                }
            }
            DomainDirectory in = domain.find();
            Path certificate = in.path().resolve(CERTIFICATE);
            Path key = in.path().resolve(KEY);
            if (!force && (Files.exists(certificate) || Files.exists(key))) {
                throw new CommandException(
                        ExitCode.FAILED,
                        certificate + " or " + key + " is there already; use --force to replace both.");
            }
            write(names, certificate, key);
            tell(in, certificate, key);
            return ExitCode.OK;
        }

        private void write(List<String> names, Path certificate, Path key) throws IOException {
            try {
                Instant now = Instant.ofEpochMilli(Ticker.system().currentTimeMillis());
                KeyPair pair = CertificateWriter.newKey();
                X509Certificate made = CertificateWriter.selfSigned(
                        new CertificateWriter.Content(
                                names.get(0),
                                names,
                                false,
                                now.minus(Duration.ofHours(1)),
                                now.plus(Duration.ofDays(days))),
                        pair);
                // The key first: a server that reads both must not find a certificate without it.
                KeyWriter.replace(key, CertificateWriter.pem(pair.getPrivate()), true);
                KeyWriter.replace(certificate, CertificateWriter.pem(made), false);
            } catch (GeneralSecurityException e) {
                throw new IOException("this JDK cannot make a key or a certificate: " + e.getMessage(), e);
            }
        }

        private void tell(DomainDirectory in, Path certificate, Path key) {
            if (spec == null) {
                return;
            }
            spec.commandLine()
                    .getOut()
                    .println(
                            json
                                    ? Json.createObjectBuilder()
                                            .add("certificate", certificate.toString())
                                            .add("key", key.toString())
                                            .build()
                                            .toString()
                                    : "Wrote " + certificate + " and " + key
                                            + ".\nA server uses them with these lines in domain.yaml:\n\n"
                                            + "servers:\n  " + in.adminServer() + ":\n    tls: {certificate: "
                                            + CERTIFICATE + ", key: " + KEY + "}\n\nThen https://localhost:7002/"
                                            + " answers, and browsers warn of the certificate; for curl:\n"
                                            + "curl --cacert " + certificate + " https://localhost:7002/");
        }
    }
}
