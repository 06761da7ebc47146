package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.FirstAdministrator;
import io.keelson.admin.domain.ShellWord;
import jakarta.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands about domains. */
@Command(
        name = "domain",
        description = "Creates domains.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = DomainCommand.Create.class)
final class DomainCommand extends StandardOptions {
    /** Makes a domain. */
    @Command(
            name = "create",
            description = "Makes a domain in an empty or new directory: an admin server, and with --managed-servers a"
                    + " cluster beside it.")
    static final class Create extends StandardOptions implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "DIR", description = "The directory.")
        Path directory = Path.of("");

        @Option(
                names = "--managed-servers",
                paramLabel = "NUMBER",
                description = "Managed servers to make beside the admin server, as the cluster cluster-1 on loopback:"
                        + " server-1 two ports above the admin server, server-2 four and so on; at most 40.")
        int managed;

        @Option(
                names = "--port",
                paramLabel = "BASE",
                defaultValue = "" + DomainDirectory.ADMIN_PORT,
                description =
                        "The port of the admin server, and the one above for TLS; the managed servers have the ports"
                                + " 2, 4 and so on above, and for one another all of them 100 above their own. ${DEFAULT-VALUE} by"
                                + " default.")
        int port;

        @Option(
                names = "--dynamic",
                description =
                        "Makes the managed servers from a template, so that 'keelson scale cluster-1 NUMBER' changes"
                                + " how many there are.")
        boolean dynamic;

        @Option(
                names = "--admin-user",
                paramLabel = "NAME",
                description = "Makes this user an administrator. Without it the first start shows a link to make one.")
        @Nullable
        String adminUser;

        @Option(
                names = "--admin-password-file",
                paramLabel = "FILE",
                description = "A file whose first line is that user's password.")
        @Nullable
        Path adminPasswordFile;

        @Option(names = "--json", description = "Prints one JSON object.")
        boolean json;

        @Spec
        @Nullable
        CommandSpec spec;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            if (managed < 0 || managed > DomainDirectory.MOST_MANAGED_SERVERS) {
                throw new CommandException(
                        ExitCode.USAGE,
                        "--managed-servers is a number from 0 to " + DomainDirectory.MOST_MANAGED_SERVERS + ".");
            }
            int most = DomainDirectory.highestPort(dynamic ? DomainDirectory.MOST_MANAGED_SERVERS : managed);
            if (port < 1 || port > most) {
                throw new CommandException(
                        ExitCode.USAGE,
                        "--port is a number from 1 to " + most + ", so that all servers have ports below 65536.");
            }
            if (dynamic && managed == 0) {
                throw new CommandException(ExitCode.USAGE, "--dynamic is for --managed-servers.");
            }
            if ((adminUser == null) != (adminPasswordFile == null)) {
                throw new CommandException(ExitCode.USAGE, "--admin-user and --admin-password-file come together.");
            }
            if (adminPasswordFile != null && !Files.isReadable(adminPasswordFile)) {
                throw new CommandException(
                        ExitCode.FAILED, "The password file " + adminPasswordFile + " cannot be read.");
            }
            DomainDirectory domain = DomainDirectory.create(directory, managed, port, dynamic);
            if (adminUser != null && adminPasswordFile != null) {
                FirstAdministrator.make(domain, adminUser, adminPasswordFile);
            }
            if (spec != null) {
                spec.commandLine()
                        .getOut()
                        .println(
                                json
                                        ? Json.createObjectBuilder()
                                                .add("domain", domain.toString())
                                                .build()
                                                .toString()
                                        : "Domain " + domain + " is made; start it with 'keelson start --domain "
                                                + ShellWord.of(directory) + "'.");
            }
            return ExitCode.OK;
        }
    }
}
