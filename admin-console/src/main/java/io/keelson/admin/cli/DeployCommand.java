package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deploys an archive or replaces an application. */
@Command(name = "deploy", description = "Deploys an application, or replaces the one of that name.")
final class DeployCommand extends ServerCommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "A WAR, or the directory of an exploded one.")
    @Nullable
    Path file;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The application's name; without it that of the file without its extension.")
    @Nullable
    String name;

    @Option(
            names = "--context-root",
            paramLabel = "/x",
            description =
                    "Where the application is reached; without it the archive decides, else it is / and the name.")
    @Nullable
    String contextRoot;

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        Path archive = Applications.existing(file);
        String application = name == null ? nameOf(archive) : name;
        String path = "deployments/" + Applications.checked(application);
        Applications.print(this, Applications.put(client(), path, archive, contextRoot));
        return ExitCode.OK;
    }

    private static String nameOf(Path archive) {
        Path last = archive.getFileName();
        String file = last == null ? "" : last.toString();
        int dot = file.lastIndexOf('.');
        boolean extension = dot > 0 && file.substring(dot).matches("(?i)\\.(war|ear|jar|zip)");
        return extension ? file.substring(0, dot) : file;
    }
}
