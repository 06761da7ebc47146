package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ShellWord;
import io.keelson.base.config.PasswordFile;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that name the domain on which a command acts, and the user as whom it asks. */
final class DomainOption {
    @Option(
            names = "--domain",
            paramLabel = "DIR",
            description = "The domain's directory. Without it ./domain, else the demo's.")
    @Nullable
    Path directory;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "Asks the servers as this user, with the user's roles; without it with the domain's token.")
    @Nullable
    String user;

    @Option(
            names = "--user-password-file",
            paramLabel = "FILE",
            description = "A file whose first line is the password of --user; without it it is asked for.")
    @Nullable
    Path userPassword;

    /** The command that has this option. */
    @Spec(Spec.Target.MIXEE)
    @Nullable
    CommandSpec command;

    /** Returns whether the servers are asked as a user. */
    boolean asUser() {
        return user != null;
    }

    /** The domain, for what asks its servers. */
    Access access() throws CommandException, IOException {
        DomainDirectory domain = located();
        if (user == null) {
            if (userPassword != null) {
                throw new CommandException(ExitCode.USAGE, "--user-password-file goes with --user.");
            }
            return new Access(domain, null, command);
        }
        return Access.as(domain, user, password(user), command);
    }

    private String password(String name) throws CommandException, IOException {
        String password = null;
        Console console = Terminal.console();
        if (userPassword != null) {
            password = PasswordFile.read(userPassword);
        } else if (console != null) {
            char[] typed = console.readPassword("Password of %s: ", name);
            password = typed == null ? null : String.valueOf(typed);
        }
        if (password == null || password.isEmpty()) {
            throw new CommandException(
                    ExitCode.USAGE, "There is no password of " + name + "; name a file with --user-password-file.");
        }
        return password;
    }

    /** The domain, for what is done in its directory or by the node manager, with the rights of who runs the command; one that is there. */
    DomainDirectory find() throws CommandException {
        if (user != null) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "This is done in the domain's directory, with the rights of who runs the command: leave --user out.");
        }
        return located();
    }

    private DomainDirectory located() throws CommandException {
        if (directory != null) {
            DomainDirectory domain = DomainDirectory.at(directory);
            if (!domain.exists()) {
                throw new CommandException(
                        ExitCode.FAILED,
                        "There is no domain in " + domain.path() + "; create one with 'keelson domain create "
                                + ShellWord.of(directory) + "'.");
            }
            return domain;
        }
        DomainDirectory here = DomainDirectory.at(Path.of("domain"));
        if (here.exists()) {
            return here;
        }
        DomainDirectory demo = demo();
        if (demo.exists()) {
            return demo;
        }
        throw new CommandException(
                ExitCode.FAILED,
                "There is no domain in " + here.path() + " and no demo; name one with --domain DIR, or create one with"
                        + " 'keelson domain create DIR'.");
    }

    /** Returns where the demo keeps its domain. */
    static DomainDirectory demo() {
        String home = System.getProperty("keelson.demo.home");
        Path directory = home == null || home.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".keelson", "demo")
                : Path.of(home);
        return DomainDirectory.at(directory.resolve("domain"));
    }
}
