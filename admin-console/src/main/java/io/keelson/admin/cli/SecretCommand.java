package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.base.config.PasswordFile;
import io.keelson.kernel.config.ConfigurationSecrets;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Commands about secrets in the configuration. */
@Command(
        name = "secret",
        description = "Encrypts secrets of the configuration with the domain's key.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = SecretCommand.Encrypt.class)
final class SecretCommand extends StandardOptions {
    /** Encrypts one secret, or all that are readable. */
    @Command(
            name = "encrypt",
            description =
                    "Prints a secret as domain.yaml may have it. It is asked for, or read as a line of standard input.",
            footer = {
                "",
                "Write it into domain.yaml in quotes: password: \"{aes}...\". The console and 'keelson config set' encrypt by themselves.",
                "With --all the secrets that domain.yaml has in plain text are encrypted, as a change of the configuration."
            })
    static final class Encrypt extends ServerCommand {
        @Option(names = "--file", paramLabel = "FILE", description = "A file whose first line is the secret.")
        @Nullable
        Path file;

        @Option(names = "--all", description = "Encrypts all that are in plain text, and activates that.")
        boolean all;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            if (all) {
                return everything();
            }
            DomainDirectory directory = domain.find();
            String written = new ConfigurationSecrets(directory.path()).encrypt(read());
            print(
                    json
                            ? Json.createObjectBuilder()
                                    .add("value", written)
                                    .build()
                                    .toString()
                            : written);
            return ExitCode.OK;
        }

        private String read() throws CommandException, IOException {
            Console console = Terminal.console();
            String secret;
            if (file != null) {
                secret = PasswordFile.read(file);
            } else if (console != null) {
                char[] typed = console.readPassword("Secret: ");
                secret = typed == null ? "" : new String(typed);
            } else {
                String line = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
                secret = line == null ? "" : line;
            }
            if (secret.isEmpty()) {
                throw new CommandException(ExitCode.FAILED, "The secret is empty; give one with --file FILE.");
            }
            return secret;
        }

        private int everything() throws CommandException, DomainException, IOException {
            ManagementClient client = client();
            if (!client.send("GET", "edit").json().getJsonArray("changes").isEmpty()) {
                throw new CommandException(
                        ExitCode.FAILED,
                        "Other changes are pending; see 'keelson config diff', and activate or discard them first.");
            }
            client.send("POST", "edit");
            boolean done = false;
            try {
                JsonObject session = client.send("POST", "edit/encrypt").json();
                int count = session.getJsonArray("changes").size();
                if (count == 0) {
                    print(json ? session.toString() : "No secret is in plain text.");
                    return ExitCode.OK;
                }
                JsonObject comment = Json.createObjectBuilder()
                        .add("comment", "Secrets are encrypted.")
                        .build();
                ManagementClient.Reply reply =
                        ConfigCommand.activating(this, client, "edit/activate", new ManagementClient.JsonBody(comment));
                done = true;
                if (!json) {
                    print(count == 1 ? "One secret is encrypted." : count + " secrets are encrypted.");
                }
                return ConfigCommand.activated(reply, this);
            } finally {
                if (!done) {
                    client.send("DELETE", "edit");
                }
            }
        }
    }
}
