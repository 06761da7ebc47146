package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import io.keelson.base.config.PasswordFile;
import io.keelson.security.UserEditor;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Commands about the users of a domain. They change its realm file, which a running server reads within a second, or ask the admin
 * server to change users that are elsewhere.
 */
@Command(
        name = "user",
        description = "Changes the users of a domain; a running server knows them a second later.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            UserCommand.Add.class,
            UserCommand.Password.class,
            UserCommand.Groups.class,
            UserCommand.Remove.class,
            UserCommand.ListUsers.class
        })
final class UserCommand extends StandardOptions {
    private static final String FILE = "file";

    /** Base of the commands about one user. */
    @Command
    abstract static class Edit extends StandardOptions implements Callable<Integer> {
        @Mixin
        DomainOption domain = new DomainOption();

        @Option(names = "--json", description = "Prints one JSON object.")
        boolean json;

        @Spec
        @Nullable
        CommandSpec spec;

        @Option(
                names = "--provider",
                paramLabel = "NAME",
                description =
                        "A realm provider whose users the servers keep in a database; the domain's admin server must run."
                                + " Without it the realm's file.")
        @Nullable
        String provider;

        UserEditor realm() throws CommandException, DomainException, IOException {
            boolean inFile = provider == null || provider.equals(FILE);
            if (inFile && !domain.asUser()) {
                return domain.find().realm();
            }
            return new RemoteUsers(domain.access().adminServer(), provider == null ? FILE : provider);
        }

        void print(String text) {
            if (spec != null) {
                spec.commandLine().getOut().println(text);
            }
        }

        void done(String user, String what) {
            print(
                    json
                            ? Json.createObjectBuilder()
                                    .add("user", user)
                                    .add("done", what)
                                    .build()
                                    .toString()
                            : "User " + user + " is " + what + ".");
        }

        static boolean known(UserEditor realm, String user) throws IOException {
            return realm.users().stream().anyMatch(u -> u.name().equals(user));
        }

        static CommandException unknown(String user) {
            return new CommandException(ExitCode.FAILED, "There is no user '" + user + "'.");
        }
    }

    /** Source of a password: never the command line, which other users of the machine can see. */
    static final class PasswordOption {
        @Option(
                names = "--password-file",
                paramLabel = "FILE",
                description =
                        "A file whose first line is the password. Without it the password is asked for, or read as a"
                                + " line of standard input where that is no terminal.")
        @Nullable
        Path file;

        char[] read(String user) throws CommandException, IOException {
            Console console = Terminal.console();
            char[] password;
            if (file != null) {
                password = PasswordFile.read(file).toCharArray();
            } else if (console != null) {
                password = ask(console, user);
            } else {
                String line = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
                password = line == null ? new char[0] : line.toCharArray();
            }
            if (password.length == 0) {
                throw new CommandException(
                        ExitCode.FAILED, "The password is empty; give one with --password-file FILE.");
            }
            return password;
        }

        private static char[] ask(Console console, String user) throws CommandException {
            char[] once = console.readPassword("Password of %s: ", user);
            char[] again = console.readPassword("The same again: ");
            if (once == null || !Arrays.equals(once, again)) {
                throw new CommandException(ExitCode.FAILED, "The two passwords differ; try again.");
            }
            return once;
        }
    }

    /** Adds a user. */
    @Command(name = "add", description = "Adds a user.")
    static final class Add extends Edit {
        @Parameters(index = "0", paramLabel = "NAME", description = "The user's name.")
        String name = "";

        @Option(names = "--group", paramLabel = "GROUP", description = "A group of the user; may be repeated.")
        List<String> groups = new ArrayList<>();

        @Mixin
        PasswordOption password = new PasswordOption();

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            UserEditor realm = realm();
            if (known(realm, name)) {
                throw new CommandException(
                        ExitCode.FAILED,
                        "User '" + name + "' is there already; change the password with 'keelson user password'.");
            }
            char[] secret = password.read(name);
            try {
                realm.put(name, secret, groups);
            } finally {
                Arrays.fill(secret, '\0');
            }
            done(name, "added");
            return ExitCode.OK;
        }
    }

    /** Changes a password. */
    @Command(name = "password", description = "Changes the password of a user.")
    static final class Password extends Edit {
        @Parameters(index = "0", paramLabel = "NAME", description = "The user's name.")
        String name = "";

        @Mixin
        PasswordOption password = new PasswordOption();

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            UserEditor realm = realm();
            if (!known(realm, name)) {
                throw unknown(name);
            }
            char[] secret = password.read(name);
            try {
                if (!realm.password(name, secret)) {
                    throw unknown(name);
                }
            } finally {
                Arrays.fill(secret, '\0');
            }
            done(name, "changed");
            return ExitCode.OK;
        }
    }

    /** Changes the groups. */
    @Command(
            name = "groups",
            description =
                    "Puts a user into these groups and takes the user out of all others; without --group out of all.")
    static final class Groups extends Edit {
        @Parameters(index = "0", paramLabel = "NAME", description = "The user's name.")
        String name = "";

        @Option(names = "--group", paramLabel = "GROUP", description = "A group of the user; may be repeated.")
        List<String> groups = new ArrayList<>();

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            UserEditor realm = realm();
            if (!known(realm, name) || !realm.groups(name, groups)) {
                throw unknown(name);
            }
            done(name, "changed");
            return ExitCode.OK;
        }
    }

    /** Removes a user. */
    @Command(name = "remove", description = "Removes a user.")
    static final class Remove extends Edit {
        @Parameters(index = "0", paramLabel = "NAME", description = "The user's name.")
        String name = "";

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            if (!realm().remove(name)) {
                throw unknown(name);
            }
            done(name, "removed");
            return ExitCode.OK;
        }
    }

    /** Shows the users. */
    @Command(name = "list", description = "Shows the users and their groups.")
    static final class ListUsers extends Edit {
        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            List<UserEditor.User> users = realm().users();
            if (json) {
                JsonArrayBuilder array = Json.createArrayBuilder();
                for (UserEditor.User user : users) {
                    JsonArrayBuilder groups = Json.createArrayBuilder();
                    user.groups().forEach(groups::add);
                    array.add(
                            Json.createObjectBuilder().add("name", user.name()).add("groups", groups));
                }
                print(Json.createObjectBuilder().add("users", array).build().toString());
            } else {
                users.forEach(user -> print(
                        user.name() + (user.groups().isEmpty() ? "" : "  (" + String.join(", ", user.groups()) + ")")));
            }
            return ExitCode.OK;
        }
    }
}
