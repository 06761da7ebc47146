package io.keelson.admin.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Help for {@code keelson start}; the launcher itself becomes the server. */
@Command(
        name = "start",
        description = "Starts a server in the foreground.",
        footer = {
            "",
            "Without --domain it starts ./domain. A domain is created when its directory is missing "
                    + "or empty. JAVA_OPTS reaches the server's JVM,"
                    + " so settings are overridden with -Dkeelson.<path>= there. Ctrl-C or 'keelson stop' end it in good"
                    + " order."
        })
final class StartCommand extends StandardOptions implements Callable<Integer> {
    @Mixin
    DomainOption domain = new DomainOption();

    @Option(names = "--server", paramLabel = "NAME", description = "The server; without it the domain's admin server.")
    @Nullable
    String server;

    @Option(
            names = "--admin-user",
            paramLabel = "NAME",
            description = "Makes this user an administrator first, where there is no such user; for scripts.")
    @Nullable
    String adminUser;

    @Option(
            names = "--admin-password-file",
            paramLabel = "FILE",
            description = "A file whose first line is that user's password.")
    @Nullable
    Path adminPasswordFile;

    @Override
    public Integer call() throws CommandException {
        throw new CommandException(ExitCode.USAGE, "A server is started by the script bin/keelson, not by this class.");
    }
}
