package io.keelson.admin.cli;

import io.keelson.admin.cli.ManagementClient.JsonBody;
import io.keelson.admin.cli.ManagementClient.Reply;
import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import io.keelson.kernel.config.ConfigurationSecrets;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.StringReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands that show and change the domain's configuration. */
@Command(
        name = "config",
        description = "Shows and changes the configuration of the domain, through its admin server.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ConfigCommand.Get.class,
            ConfigCommand.SetValue.class,
            ConfigCommand.Remove.class,
            ConfigCommand.Diff.class,
            ConfigCommand.Validate.class,
            ConfigCommand.Activate.class,
            ConfigCommand.Discard.class,
            ConfigCommand.Lock.class,
            ConfigCommand.Unlock.class,
            RevisionCommands.History.class,
            RevisionCommands.Show.class,
            RevisionCommands.Rollback.class
        },
        footer = {
            "",
            "Changes are collected until 'keelson config activate', and hold the lock meanwhile. A path names keys with dots"
                    + " between them: servers.server-1.listen-port. Settings are described in the reference page of domain.yaml."
        })
final class ConfigCommand extends StandardOptions {

    /** Has all servers take another revision, which may take a while. */
    static Reply activating(ServerCommand command, ManagementClient client, String path, @Nullable JsonBody body)
            throws CommandException {
        return ProgressLine.during(
                command.spec, "Activating on all servers", () -> client.sendSlow("POST", path, body));
    }

    /** Says what became of an activation; a server that refused what is decided makes it a failure. */
    static int activated(Reply reply, ServerCommand command) throws IOException {
        JsonObject answer = reply.json();
        if (command.json) {
            command.print(reply.text());
        } else {
            ConfigText.activated(answer, command::print);
        }
        return answer.getJsonArray("servers").getValuesAs(JsonObject.class).stream()
                        .map(server -> server.get("result"))
                        .anyMatch(result -> result instanceof JsonString text
                                && text.getString().equals("refused"))
                ? ExitCode.FAILED
                : ExitCode.OK;
    }

    /** Base of the commands about the configuration: prints their answers. */
    @Command
    abstract static class Base extends ServerCommand {
        /** Prints an answer as it is, or as a person reads it. */
        final int show(Reply reply) throws IOException {
            if (json) {
                print(reply.text());
            } else {
                tell(reply.json());
            }
            return ExitCode.OK;
        }

        /** Prints what a person reads. */
        void tell(JsonObject answer) {
            ConfigText.session(answer, this::print);
        }
    }

    /** Shows a value. */
    @Command(name = "get", description = "Shows what is set at a path, and what is in force there with the defaults.")
    static final class Get extends Base {
        @Parameters(index = "0", arity = "0..1", paramLabel = "PATH", description = "The path; without it everything.")
        String path = "";

        @Option(names = "--pending", description = "Shows what your changes would make of it.")
        boolean pending;

        @Option(names = "--of", paramLabel = "SERVER", description = "The server for which it is in force.")
        String of = "";

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            String query = "config?path=" + PercentEncoding.of(path) + (pending ? "&pending=true" : "")
                    + (of.isEmpty() ? "" : "&server=" + PercentEncoding.of(of));
            return show(client().send("GET", query));
        }

        @Override
        void tell(JsonObject answer) {
            JsonValue value = answer.getOrDefault("effective", answer.getOrDefault("written", JsonValue.NULL));
            print(value == JsonValue.NULL ? "(not set)" : ConfigText.value(value));
        }
    }

    /** Base of the commands that change one value. */
    @Command
    abstract static class Edit extends Base {
        @Option(names = "--activate", description = "Activates it at once; nothing else may be pending.")
        boolean activate;

        @Option(names = "--dry-run", description = "Shows what it would do, and changes nothing.")
        boolean dryRun;

        @Option(names = "--comment", paramLabel = "TEXT", description = "Why, for the history; with --activate.")
        String comment = "";

        abstract Reply edit(ManagementClient client) throws CommandException;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ManagementClient client = client();
            JsonObject before = client.send("GET", "edit").json();
            if ((activate || dryRun) && !before.getJsonArray("changes").isEmpty()) {
                throw new CommandException(
                        ExitCode.FAILED,
                        "Other changes are pending; see 'keelson config diff', and activate or discard them first.");
            }
            client.send("POST", "edit");
            if (!activate && !dryRun) {
                return show(added(client, before.getBoolean("locked")));
            }
            boolean done = false;
            try {
                Reply edited = edit(client);
                if (activate && !dryRun) {
                    int code = Activate.activate(client, comment, this);
                    done = true;
                    return code;
                }
                JsonObject session = edited.json();
                show(edited);
                return session.getJsonArray("problems").isEmpty() ? ExitCode.OK : ExitCode.FAILED;
            } finally {
                if (!done) {
                    client.send("DELETE", "edit");
                }
            }
        }

        /** Adds it to what is pending. Where that is refused and nobody had the lock before, nobody has it afterwards. */
        private Reply added(ManagementClient client, boolean locked) throws CommandException {
            try {
                return edit(client);
            } catch (CommandException e) {
                if (!locked) {
                    client.send("DELETE", "edit");
                }
                throw e;
            }
        }
    }

    /** Sets a value. */
    @Command(
            name = "set",
            description = "Sets a value.",
            footer = {"", "A value that begins with { or [ is JSON; a list may also be written a,b,c."})
    static final class SetValue extends Edit {
        @Parameters(index = "0", paramLabel = "PATH", description = "The path of the setting.")
        String path = "";

        @Parameters(index = "1", paramLabel = "VALUE", description = "The value.")
        String value = "";

        /** A value may look like an option, as java-options do. */
        @Spec
        void specification(CommandSpec set) {
            set.parser().unmatchedOptionsArePositionalParams(true);
        }

        @Override
        Reply edit(ManagementClient client) throws CommandException {
            JsonObjectBuilder body = Json.createObjectBuilder().add("path", path);
            if (value.startsWith("{") && !value.startsWith(ConfigurationSecrets.MARK) || value.startsWith("[")) {
                try (JsonReader reader = Json.createReader(new StringReader(value))) {
                    body.add("value", reader.readValue());
                } catch (JsonException e) {
                    throw new CommandException(ExitCode.USAGE, "The value is not JSON: " + e.getMessage());
                }
            } else {
                body.add("value", value);
            }
            return client.send("PUT", "edit/value", new JsonBody(body.build()));
        }
    }

    /** Removes a value. */
    @Command(name = "remove", description = "Takes out a setting, or an entry with all that it has.")
    static final class Remove extends Edit {
        @Parameters(index = "0", paramLabel = "PATH", description = "The path.")
        String path = "";

        @Override
        Reply edit(ManagementClient client) throws CommandException {
            return client.send("DELETE", "edit/value?path=" + PercentEncoding.of(path));
        }
    }

    /** Shows what is pending. */
    @Command(name = "diff", description = "Shows the changes that are not activated yet.")
    static final class Diff extends Base {
        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            return show(client().send("GET", "edit"));
        }
    }

    /** Checks what is pending. */
    @Command(
            name = "validate",
            description = "Checks the configuration as a whole with the changes that are not activated yet.")
    static final class Validate extends Base {
        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            Reply reply = client().send("POST", "edit/validate");
            show(reply);
            return reply.json().getJsonArray("problems").isEmpty() ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    /** Activates what is pending. */
    @Command(name = "activate", description = "Activates the changes on all servers, or on none.")
    static final class Activate extends Base {
        @Option(names = "--comment", paramLabel = "TEXT", description = "Why, for the history.")
        String comment = "";

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            return activate(client(), comment, this);
        }

        static int activate(ManagementClient client, String comment, Base command)
                throws CommandException, IOException {
            JsonObject session = client.send("GET", "edit").json();
            if (session.getBoolean("locked") && session.getJsonArray("changes").isEmpty()) {
                return unchanged(client.send("DELETE", "edit"), command);
            }
            JsonObject body = Json.createObjectBuilder().add("comment", comment).build();
            return activated(activating(command, client, "edit/activate", new JsonBody(body)), command);
        }
    }

    /** A script that is run once more has nothing left to change, and has not failed. */
    private static int unchanged(Reply given, Base command) throws IOException {
        int revision = given.json().getInt("base-revision");
        command.print(
                command.json
                        ? Json.createObjectBuilder()
                                .add("revision", revision)
                                .add("servers", JsonValue.EMPTY_JSON_ARRAY)
                                .build()
                                .toString()
                        : "Nothing is changed; revision " + revision + " is in force.");
        return ExitCode.OK;
    }

    /** Forgets what is pending. */
    @Command(name = "discard", description = "Forgets the changes and gives the lock back.")
    static final class Discard extends Base {
        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            return show(client().send("DELETE", "edit"));
        }
    }

    /** Takes the lock. */
    @Command(name = "lock", description = "Takes the lock of the configuration, so that nobody else changes it.")
    static final class Lock extends Base {
        @Option(names = "--force", description = "Takes it from somebody else, whose changes are discarded.")
        boolean force;

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            return show(client().send("POST", force ? "edit?force=true" : "edit"));
        }
    }

    /** Gives the lock back. */
    @Command(name = "unlock", description = "Gives the lock back, where nothing was changed.")
    static final class Unlock extends Base {
        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ManagementClient client = client();
            if (!client.send("GET", "edit").json().getJsonArray("changes").isEmpty()) {
                throw new CommandException(
                        ExitCode.FAILED,
                        "There are changes; activate them, or forget them with 'keelson config discard'.");
            }
            return show(client.send("DELETE", "edit"));
        }
    }
}
