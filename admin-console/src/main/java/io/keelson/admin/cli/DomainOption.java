package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ShellWord;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which domain a command acts on. */
final class DomainOption {
    @Option(
            names = "--domain",
            paramLabel = "DIR",
            description = "The domain's directory. Without it ./domain, else the demo's.")
    @Nullable
    Path directory;

    /** The domain; one that is there. */
    DomainDirectory find() throws CommandException {
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

    /** Where the demo keeps its domain. */
    static DomainDirectory demo() {
        String home = System.getProperty("keelson.demo.home");
        Path directory = home == null || home.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".keelson", "demo")
                : Path.of(home);
        return DomainDirectory.at(directory.resolve("domain"));
    }
}
