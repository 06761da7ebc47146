package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import jakarta.json.Json;
import java.io.IOException;
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
    @Command(name = "create", description = "Makes a domain with one server in an empty or new directory.")
    static final class Create extends StandardOptions implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "DIR", description = "The directory.")
        Path directory = Path.of("");

        @Option(names = "--json", description = "Prints one JSON object.")
        boolean json;

        @Spec
        @Nullable
        CommandSpec spec;

        @Override
        public Integer call() throws DomainException, IOException {
            DomainDirectory domain = DomainDirectory.create(directory);
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
                                                + directory + "'.");
            }
            return ExitCode.OK;
        }
    }
}
