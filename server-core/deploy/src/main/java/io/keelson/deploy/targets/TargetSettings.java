package io.keelson.deploy.targets;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.deploy.plan.DeploymentPlan;
import io.keelson.deploy.spi.DeploymentException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
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
 * @param version see its help
 * @param otherVersion see its help
 * @param otherArchive see its help
 * @param otherDigest see its help
 * @param otherPath see its help
 * @param otherPlan see its help
 * @param otherUntil see its help
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
        List<String> nextServers,

        @Setting(
                help =
                        "Which version of the application it is: the one that new clients come to. 'keelson deploy --version' writes"
                                + " this and what belongs to it.",
                pattern = "[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}",
                change = Change.LIVE)
        @Nullable
        String version,

        @Setting(
                help =
                        "While there are two versions side by side: which one serves who has a session of it. Without it that is"
                                + " one without a version.",
                pattern = "[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}",
                change = Change.LIVE)
        @Nullable
        String otherVersion,

        @Setting(
                help = "While there are two versions side by side: the file name of the other one's archive.",
                pattern = "[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}",
                change = Change.LIVE)
        @Nullable
        String otherArchive,

        @Setting(
                help = "While there are two versions side by side: the SHA-256 of the other one's archive.",
                pattern = "[0-9a-f]{64}",
                change = Change.LIVE)
        @Nullable
        String otherDigest,

        @Setting(
                help =
                        "While there are two versions side by side, with nostage: the other one's archive, as an absolute path.",
                change = Change.LIVE)
        @Nullable
        Path otherPath,

        @Setting(
                help = "While there are two versions side by side: the other one's deployment plan.",
                change = Change.LIVE)
        @Nullable
        String otherPlan,

        @Setting(
                help =
                        "While there are two versions side by side: when the other one ends though it has sessions, as in"
                                + " 2026-11-24T15:00:00Z. Without it when nobody has one any more.",
                change = Change.LIVE)
        @Nullable
        String otherUntil) {

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
            DeploymentPlan.read(otherPlan);
        } catch (DeploymentException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        nextServers = List.copyOf(nextServers);
        checkOther(version, otherVersion, otherArchive, otherDigest, otherUntil, nextDigest, state);
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

    private static void checkOther(
            @Nullable String version,
            @Nullable String otherVersion,
            @Nullable String otherArchive,
            @Nullable String otherDigest,
            @Nullable String otherUntil,
            @Nullable String nextDigest,
            Wanted state) {
        if ((otherArchive == null) != (otherDigest == null)) {
            throw new IllegalArgumentException(
                    "'other-archive' and 'other-digest' belong together; 'keelson deploy --version' writes both");
        }
        if (otherDigest != null && Objects.equals(version, otherVersion)) {
            throw new IllegalArgumentException("'version' and 'other-version' are not the same");
        }
        if (otherDigest != null && (nextDigest != null || state == Wanted.STOPPED)) {
            throw new IllegalArgumentException(
                    "while an application has two versions side by side it is neither stopped nor redeployed server by"
                            + " server");
        }
        try {
            if (otherUntil != null) {
                Instant.parse(otherUntil);
            }
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "'other-until' is a time as 2026-11-24T15:00:00Z, found '" + otherUntil + "'", e);
        }
    }

    /** When the other version ends though it has sessions; null: when nobody has one any more. */
    public @Nullable Instant otherEnds() {
        return otherUntil == null ? null : Instant.parse(otherUntil);
    }
}
