package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import jakarta.json.JsonObject;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands about what was activated. */
final class RevisionCommands {
    private RevisionCommands() {}

    /** Lists revisions. */
    @Command(name = "history", description = "Shows the revisions, the newest first.")
    static final class History extends ConfigCommand.Base {
        @Option(
                names = "--limit",
                paramLabel = "N",
                defaultValue = "20",
                description = "How many at most; ${DEFAULT-VALUE} by default.")
        int limit;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            return show(client().send("GET", "revisions?limit=" + limit));
        }

        @Override
        void tell(JsonObject answer) {
            ConfigText.history(answer, this::print);
        }
    }

    /** Shows a revision. */
    @Command(name = "show", description = "Shows what a revision changed.")
    static final class Show extends ConfigCommand.Base {
        @Parameters(index = "0", paramLabel = "REVISION", description = "Its number.")
        int number;

        @Option(names = "--text", description = "Shows domain.yaml as it was, without secrets.")
        boolean text;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            return show(client().send("GET", "revisions/" + number));
        }

        @Override
        void tell(JsonObject answer) {
            if (text) {
                print(answer.getString("text").stripTrailing());
            } else {
                ConfigText.revision(answer, this::print);
            }
        }
    }

    /** Goes back. */
    @Command(name = "rollback", description = "Activates an earlier revision again, as a new one.")
    static final class Rollback extends ConfigCommand.Base {
        @Parameters(index = "0", paramLabel = "REVISION", description = "Its number.")
        int number;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            String path = "revisions/" + number + "/rollback";
            return ConfigCommand.activated(ConfigCommand.activating(this, client(), path, null), this);
        }
    }
}
