package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deploys an archive or replaces an application. */
@Command(
        name = "deploy",
        description =
                "Deploys an application, or replaces the one of that name: with --target on servers and clusters of the"
                        + " domain, on all of them or on none; without it on one server, which then has it for itself.")
final class DeployCommand extends ServerCommand {
    /** Mark as in {@code shop##2.war}. */
    private static final String TOMCATS_MARK = "##";

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

    @Option(
            names = "--target",
            paramLabel = "NAME",
            split = ",",
            description = "Servers and clusters to deploy to, with commas between them.")
    @Nullable
    List<String> targets;

    @Option(
            names = "--stage-mode",
            paramLabel = "MODE",
            description =
                    "With --target: stage (servers fetch the archive from the admin server; the default), nostage (they read"
                            + " it from the same path), external-stage (somebody else has put it on each).")
    @Nullable
    String stageMode;

    @Mixin
    VersionOption version = new VersionOption();

    @Option(
            names = "--retire-timeout",
            paramLabel = "SECONDS",
            description =
                    "How long the version before it serves its sessions on at most; without it until the last has ended.")
    @Nullable
    Integer retireTimeout;

    @Option(
            names = "--explain",
            description =
                    "Deploys nothing: says what the application uses and who serves that, what is missing or would be"
                            + " converted, and which descriptors of other servers count.")
    boolean explain;

    @Mixin
    PlanOption plan = new PlanOption();

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        Path archive = Applications.existing(file);
        String whole = name == null ? nameOf(archive) : name;
        int mark = name == null ? whole.indexOf(TOMCATS_MARK) : -1;
        String application = mark < 0 ? whole : whole.substring(0, mark);
        String asked =
                version.version == null && mark >= 0 ? whole.substring(mark + TOMCATS_MARK.length()) : version.version;
        if (explain) {
            return explained(Applications.checked(application), archive);
        }
        if (targets != null) {
            if (server != null) {
                throw new CommandException(
                        ExitCode.USAGE, "--target is for the domain and --server for one server; give one of them.");
            }
            DomainApplications.print(
                    this,
                    new DomainApplications(client(), this)
                            .deploy(
                                    Applications.checked(application),
                                    archive,
                                    targets,
                                    stageMode,
                                    contextRoot,
                                    plan.text(),
                                    VersionOption.query(asked, retireTimeout)));
            return ExitCode.OK;
        }
        if (stageMode != null) {
            throw new CommandException(ExitCode.USAGE, "--stage-mode goes with --target.");
        }
        String path = "deployments/" + Applications.checked(application);
        Applications.print(
                this,
                Applications.put(
                        this,
                        client(),
                        path,
                        archive,
                        contextRoot,
                        plan.text(),
                        VersionOption.query(asked, retireTimeout)));
        return ExitCode.OK;
    }

    /** Servers of a domain have the same parts, so that the one that is asked speaks for all. */
    private int explained(String application, Path archive) throws CommandException, DomainException, IOException {
        if (targets != null || stageMode != null || retireTimeout != null) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "--explain deploys nothing; leave --target, --stage-mode and --retire-timeout out.");
        }
        return ExplanationText.print(
                this, Applications.explain(this, client(), application, archive, contextRoot, plan.text()));
    }

    private static String nameOf(Path archive) {
        Path last = archive.getFileName();
        String file = last == null ? "" : last.toString();
        int dot = file.lastIndexOf('.');
        boolean extension = dot > 0 && file.substring(dot).matches("(?i)\\.(war|ear|jar|rar|zip)");
        return extension ? file.substring(0, dot) : file;
    }
}
