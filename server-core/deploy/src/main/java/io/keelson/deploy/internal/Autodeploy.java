package io.keelson.deploy.internal;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.base.time.Ticker;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.internal.store.DeploymentRecord;
import io.keelson.deploy.internal.store.DeploymentRecord.Origin;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The directory {@code autodeploy/} of a domain in development mode: what is put there is deployed, what changes is deployed
 * again, what is taken away is undeployed. Each version of a file is tried once. Confined to the thread that looks.
 */
final class Autodeploy {
    private final Path directory;
    private final LocalDeployer deployer;
    private final Ticker ticker;
    private final Duration interval;
    /** Stamps at the last look, by file. */
    private final Map<Path, Stamp> seen = new HashMap<>();
    /** Stamps of the files as they were last tried, by file. */
    private final Map<Path, Stamp> tried = new HashMap<>();

    private boolean readable = true;

    Autodeploy(Path directory, LocalDeployer deployer, Ticker ticker, Duration interval) {
        this.directory = directory.toAbsolutePath().normalize();
        this.deployer = deployer;
        this.ticker = ticker;
        this.interval = interval;
    }

    /** The first look: finds what changed while the server did not run. */
    void begin() {
        for (DeploymentRecord record : deployer.records(Origin.AUTODEPLOY)) {
            if (directory.equals(record.source().getParent())) {
                Stamp now = Stamp.of(record.source());
                boolean same = now.modified() <= record.deployed().toEpochMilli();
                tried.put(record.source(), same ? now : Stamp.NONE);
            }
        }
        look();
    }

    /** Looks once. Does not throw. */
    void look() {
        try {
            Map<Path, Stamp> now = files();
            Set<Path> gone = new HashSet<>(tried.keySet());
            gone.removeAll(now.keySet());
            gone.forEach(this::undeploy);
            now.forEach((file, stamp) -> {
                if (!stamp.equals(tried.get(file)) && settled(file, stamp)) {
                    tried.put(file, stamp);
                    deploy(file);
                }
            });
            seen.keySet().retainAll(now.keySet());
            seen.putAll(now);
            readable = true;
        } catch (IOException e) {
            unreadable(e);
        } catch (RuntimeException e) { // the scheduler would never look again
            LOG.autodeployUnreadable(directory.toString(), String.valueOf(e));
        }
    }

    private void unreadable(IOException e) {
        if (readable) {
            readable = false;
            LOG.autodeployUnreadable(directory.toString(), String.valueOf(e));
        }
    }

    private Map<Path, Stamp> files() throws IOException {
        Map<Path, Stamp> found = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                if (!name.startsWith(".") && (isArchive(name) || Files.isDirectory(file))) {
                    found.put(file, Stamp.of(file));
                }
            }
        }
        return found;
    }

    /** Nobody writes it any more: it was the same at the last look, or it came as a whole. */
    private boolean settled(Path file, Stamp stamp) {
        if (stamp.equals(seen.get(file))) {
            return true;
        }
        boolean quiet = stamp.modified() < ticker.currentTimeMillis() - interval.toMillis();
        return quiet && Stamp.isWhole(file);
    }

    private void deploy(Path file) {
        String name = nameOf(file);
        try {
            boolean others = deployer.application(name).isPresent() && !isOurs(name, file);
            if (others) {
                LOG.autodeployRefused(file.toString(), name, "an application of that name was deployed by an operator");
                return;
            }
            deployer.deploy(name, file, null, Origin.AUTODEPLOY);
        } catch (DeploymentException e) {
            if (deployer.application(name).isEmpty()) {
                LOG.autodeployRefused(file.toString(), name, String.valueOf(e.getMessage()));
            } else {
                LOG.debugf(e, "autodeploy: %s; the deployer has logged it", file);
            }
        }
    }

    /** Returns whether this directory deployed it: by its record, or it never came so far as to have one. */
    private boolean isOurs(String name, Path file) {
        boolean recorded = deployer.records(Origin.AUTODEPLOY).stream()
                .anyMatch(
                        record -> record.name().equals(name) && record.source().equals(file));
        boolean failedHere = deployer.application(name)
                .filter(a -> a.state() == State.FAILED && a.source().equals(file.toString()))
                .isPresent();
        return recorded || failedHere;
    }

    private void undeploy(Path file) {
        tried.remove(file);
        String name = nameOf(file);
        if (deployer.application(name).isPresent() && isOurs(name, file)) {
            try {
                deployer.undeploy(name);
            } catch (DeploymentException e) {
                LOG.autodeployRefused(file.toString(), name, String.valueOf(e.getMessage()));
            }
        }
    }

    private static String nameOf(Path file) {
        String name = String.valueOf(file.getFileName());
        return isArchive(name) ? name.substring(0, name.length() - 4) : name;
    }

    private static boolean isArchive(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".war") || lower.endsWith(".ear") || lower.endsWith(".jar") || lower.endsWith(".rar");
    }
}
