package io.keelson.deploy.targets;

import io.keelson.deploy.spi.VersionedName;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import io.keelson.deploy.targets.TargetSettings.Wanted;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.SettingPath;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An application of the domain that one server is to have. Immutable.
 *
 * @param name its name
 * @param label which version it is, as operators call it; null for one without
 * @param archive the file name of its archive
 * @param digest the SHA-256 of its archive, in hexadecimal digits
 * @param mode where the archive comes from
 * @param path with nostage: where the archive is
 * @param contextRoot what the operator asked for; null when the archive decides
 * @param plan the text of its deployment plan; empty for none
 * @param running whether it is to run
 * @param trial whether it comes by a rolling redeployment: where it does not start, what is deployed serves on
 * @param partOfCluster whether the server is a member of a cluster that is not itself a target
 * @param beside whether another version has the new clients, and this one serves who has a session of it
 */
public record Assignment(
        String name,
        @Nullable String label,
        String archive,
        String digest,
        StageMode mode,
        @Nullable Path path,
        @Nullable String contextRoot,
        String plan,
        boolean running,
        boolean trial,
        boolean partOfCluster,
        boolean beside) {

    /** Under which it is deployed: {@code shop}, or {@code shop@2}. */
    public String id() {
        return new VersionedName(name, label).toString();
    }

    /** Tells what is deployed from what would be deployed otherwise: the archive, where it is reached, and its plan. */
    public String version() {
        return digest + "/" + archive + (contextRoot == null ? "" : "@" + contextRoot)
                + (plan.isEmpty() ? "" : "+" + digest(plan));
    }

    private static String digest(String plan) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(plan.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** What that server is to have, by {@link #id}. */
    public static Map<String, Assignment> of(DomainConfiguration configuration, String server) {
        return of(configuration, server, settings -> settings.nextServers().contains(server));
    }

    /** What that server is to have when rolling redeployments have come to it, by {@link #id}; those that have a version that comes. */
    public static Map<String, Assignment> next(DomainConfiguration configuration, String server) {
        Map<String, Assignment> next = new TreeMap<>(of(configuration, server, settings -> true));
        next.values().removeIf(assignment -> !assignment.trial());
        return next;
    }

    private static Map<String, Assignment> of(
            DomainConfiguration configuration, String server, Predicate<TargetSettings> next) {
        Map<String, Assignment> found = new TreeMap<>();
        String cluster = cluster(configuration, server);
        configuration.all(TargetSettings.class).forEach((name, settings) -> {
            boolean trial = settings.nextDigest() != null && next.test(settings);
            String archive = trial ? settings.nextArchive() : settings.archive();
            String digest = trial ? settings.nextDigest() : settings.digest();
            String plan = trial ? settings.nextPlan() : settings.plan();
            boolean whole = cluster != null && settings.targets().contains(cluster);
            if (whole || settings.targets().contains(server)) {
                boolean part = cluster != null && !whole;
                if (archive != null && digest != null) {
                    put(
                            found,
                            new Assignment(
                                    name,
                                    settings.version(),
                                    archive,
                                    digest,
                                    settings.stageMode(),
                                    trial ? settings.nextPath() : settings.path(),
                                    settings.contextRoot(),
                                    plan == null ? "" : plan,
                                    settings.state() == Wanted.RUNNING,
                                    trial,
                                    part,
                                    false));
                }
                put(found, other(name, settings, part));
            }
        });
        return found;
    }

    private static void put(Map<String, Assignment> to, @Nullable Assignment assignment) {
        if (assignment != null) {
            to.put(assignment.id(), assignment);
        }
    }

    /** The version beside the active one; null for none. */
    private static @Nullable Assignment other(String name, TargetSettings settings, boolean partOfCluster) {
        String archive = settings.otherArchive();
        String digest = settings.otherDigest();
        String plan = settings.otherPlan();
        return archive == null || digest == null
                ? null
                : new Assignment(
                        name,
                        settings.otherVersion(),
                        archive,
                        digest,
                        settings.stageMode(),
                        settings.otherPath(),
                        settings.contextRoot(),
                        plan == null ? "" : plan,
                        true,
                        false,
                        partOfCluster,
                        true);
    }

    /** The version of an application that has the new clients on a server; null where it is not to be there. */
    public static @Nullable Assignment activeOn(DomainConfiguration configuration, String server, String name) {
        return find(configuration, server, name, false);
    }

    /** The version of an application that is to be beside the active one on a server; null where there is none. */
    public static @Nullable Assignment besideOn(DomainConfiguration configuration, String server, String name) {
        return find(configuration, server, name, true);
    }

    private static @Nullable Assignment find(
            DomainConfiguration configuration, String server, String name, boolean beside) {
        return of(configuration, server).values().stream()
                .filter(one -> one.name().equals(name) && one.beside() == beside)
                .findFirst()
                .orElse(null);
    }

    /** The cluster that a server is a member of; null for none, or where servers have no clusters. */
    public static @Nullable String cluster(DomainConfiguration configuration, String server) {
        try {
            Object cluster = configuration.effective(
                    SettingPath.of("servers").child(server).child("cluster"));
            return cluster instanceof String name ? name : null;
        } catch (IllegalArgumentException e) { // the room of clusters is not there
            return null;
        }
    }
}
