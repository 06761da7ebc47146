package io.keelson.admin.targets;

import io.keelson.deploy.targets.TargetSettings.StageMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be deployed.
 *
 * @param targets empty: those that it has
 * @param contextRoot null: that which it has
 * @param mode null: that which it has
 * @param path with nostage: where the archive is
 * @param plan the text of its deployment plan; empty for none; null for that which it has
 * @param rolling whether no server is to have it yet: a rolling redeployment brings it to them
 * @param release which version it is, and how long the one before it serves its sessions on
 */
record Wanted(
        ArchiveStore.Stored archive,
        List<String> targets,
        @Nullable StageMode mode,
        @Nullable Path path,
        @Nullable String contextRoot,
        @Nullable String plan,
        boolean rolling,
        Release release) {

    /**
     * A version, and what becomes of the one before it.
     *
     * @param version as somebody has said, else the archive's manifest; null: it comes in the place of the active one, under its version
     * @param retireTimeout how long the other one serves its sessions on at most; null: until the last has ended
     */
    record Release(@Nullable String version, @Nullable Duration retireTimeout) {}
}
