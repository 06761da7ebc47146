package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands about data sources. */
@Command(
        name = "data-source",
        description = "Tests data sources. What they do now: 'keelson runtime data-sources'.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DataSourceCommand.Test.class})
final class DataSourceCommand extends StandardOptions {
    /** Tests one. */
    @Command(
            name = "test",
            description =
                    "Makes a connection from a server to the database of a data source, beside its pool, and says what came of it.")
    static final class Test extends ServerCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "The data source.")
        String name = "";

        @Option(names = "--pending", description = "As the pending changes describe it, from the admin server.")
        boolean pending;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ManagementClient client = client();
            String path = "data-sources/" + PercentEncoding.of(name) + "/test" + (pending ? "?pending=true" : "");
            ManagementClient.Reply reply =
                    ProgressLine.during(spec, "Connecting to the database", () -> client.send("POST", path));
            JsonObject outcome = reply.json();
            boolean reached = outcome.getBoolean("reached");
            if (json) {
                print(reply.text());
            } else if (reached) {
                print(String.format(
                        Locale.ROOT,
                        "The data source %s has reached %s in %d ms: %s (%s).",
                        name,
                        outcome.getString("url"),
                        millis(outcome),
                        outcome.getString("product"),
                        outcome.getString("driver")));
            } else {
                print(String.format(
                        Locale.ROOT,
                        "The data source %s has not reached %s; it tried for %d ms:",
                        name,
                        outcome.getString("url"),
                        millis(outcome)));
                outcome.getJsonArray("causes")
                        .getValuesAs(JsonString.class)
                        .forEach(cause -> print("  " + cause.getString()));
            }
            return reached ? ExitCode.OK : ExitCode.FAILED;
        }

        private static long millis(JsonObject outcome) {
            return outcome.getJsonNumber("took-millis").longValue();
        }
    }
}
