package io.keelson.deploy.targets;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.deploy.plan.DeploymentPlan;
import io.keelson.deploy.spi.DeploymentException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An application of the domain, by its name. Written by deployment; see docs/design/domain-deployment.md.
 *
 * @param targets see its help
 * @param stageMode see its help
 * @param archive see its help
 * @param digest see its help
 * @param path see its help
 * @param contextRoot see its help
 * @param plan see its help
 * @param state see its help
 * @param nextArchive see its help
 * @param nextDigest see its help
 * @param nextPath see its help
 * @param nextPlan see its help
 * @param nextServers see its help
 */
@Section("applications.*")
public record TargetSettings(
        @Setting(
                help =
                        "Servers and clusters that the application is deployed to. 'keelson deploy --target' writes this and"
                                + " what belongs to it.",
                change = Change.LIVE)
        List<String> targets,

        @Setting(
                help = "Where servers have the archive from: stage (fetched from the admin server), nostage (read from"
                        + " 'path', a file that all of them see), external-stage (put by somebody else at"
                        + " servers/NAME/stage/external/APPLICATION/ARCHIVE).",
                defaultValue = "stage",
                change = Change.LIVE)
        StageMode stageMode,

        @Setting(
                help = "File name of the archive that is deployed to the targets.",
                pattern = "[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}",
                change = Change.LIVE)
        @Nullable
        String archive,

        @Setting(
                help = "SHA-256 of that archive, in hexadecimal digits.",
                pattern = "[0-9a-f]{64}",
                change = Change.LIVE)
        @Nullable
        String digest,

        @Setting(help = "With nostage: the archive, as an absolute path on every target.", change = Change.LIVE)
        @Nullable
        Path path,

        @Setting(
                help = "Where the application is reached on its targets; without it the archive decides.",
                change = Change.LIVE)
        @Nullable
        String contextRoot,

        @Setting(
                help =
                        "The deployment plan: values for the application's descriptors, in YAML or as WebLogic's plan.xml, at"
                                + " most 64 KiB. 'keelson deploy --plan' writes it.",
                change = Change.LIVE)
        @Nullable
        String plan,

        @Setting(
                help = "Whether the application runs on its targets: running, or stopped.",
                defaultValue = "running",
                change = Change.LIVE)
        Wanted state,

        @Setting(
                help = "While a rolling redeployment is under way: the file name of the archive that comes."
                        + " 'keelson redeploy --rolling' writes this and what belongs to it.",
                pattern = "[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}",
                change = Change.LIVE)
        @Nullable
        String nextArchive,

        @Setting(
                help = "While a rolling redeployment is under way: the SHA-256 of the archive that comes.",
                pattern = "[0-9a-f]{64}",
                change = Change.LIVE)
        @Nullable
        String nextDigest,

        @Setting(
                help =
                        "While a rolling redeployment is under way, with nostage: the archive that comes, as an absolute path.",
                change = Change.LIVE)
        @Nullable
        Path nextPath,

        @Setting(
                help = "While a rolling redeployment is under way: the deployment plan that comes.",
                change = Change.LIVE)
        @Nullable
        String nextPlan,

        @Setting(
                help = "While a rolling redeployment is under way: the servers that have the version that comes.",
                change = Change.LIVE)
        List<String> nextServers) {

    /** Where servers have an archive from. */
    public enum StageMode {
        STAGE,
        NOSTAGE,
        EXTERNAL_STAGE
    }

    /** What is wanted of an application. */
    public enum Wanted {
        RUNNING,
        STOPPED
    }

    public TargetSettings {
        targets = List.copyOf(targets);
        try {
            DeploymentPlan.read(plan);
            DeploymentPlan.read(nextPlan);
        } catch (DeploymentException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        nextServers = List.copyOf(nextServers);
        if ((nextArchive == null) != (nextDigest == null)) {
            throw new IllegalArgumentException(
                    "'next-archive' and 'next-digest' belong together; 'keelson redeploy --rolling' writes both");
        }
        if (!targets.isEmpty()) {
            if (archive == null || digest == null) {
                throw new IllegalArgumentException(
                        "an application with targets has an archive and its digest; deploy it with 'keelson deploy"
                                + " --target'");
            }
            if (stageMode == StageMode.NOSTAGE && (path == null || !path.isAbsolute())) {
                throw new IllegalArgumentException(
                        "with stage-mode nostage the absolute path of the archive is needed");
            }
        }
    }
}
