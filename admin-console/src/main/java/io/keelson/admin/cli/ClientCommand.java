package io.keelson.admin.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Help for {@code keelson client}; the launcher itself becomes the application client. */
@Command(name = "client", description = "Runs the application client of an EAR, or one by itself, in the foreground.")
final class ClientCommand extends StandardOptions implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "ARCHIVE", description = "The EAR, or the JAR of the client module.")
    @Nullable
    Path archive;

    @Option(names = "--name", paramLabel = "MODULE", description = "Which client module, where the EAR has several.")
    @Nullable
    String module;

    @Option(
            names = "--application",
            paramLabel = "NAME",
            description = "Under which name the application is deployed; that of the EAR by default.")
    @Nullable
    String application;

    @Option(
            names = "--server",
            paramLabel = "ADDRESS",
            description = "keelson://host:port, or keelsons:// for TLS; keelson://localhost:7001 by default.")
    @Nullable
    String server;

    @Option(
            names = "--user",
            paramLabel = "USER",
            description = "Who logs in; the client's callback handler by default.")
    @Nullable
    String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "A file whose first line is the password; without it the terminal is asked.")
    @Nullable
    Path passwordFile;

    @Option(names = "--verbose", description = "Says which libraries the client gets.")
    boolean verbose;

    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "Arguments of the client, behind --.")
    List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws CommandException {
        throw new CommandException(
                ExitCode.USAGE, "An application client is started by the script bin/keelson, not by this class.");
    }
}
