package io.keelson.security;

import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The users in a file of the domain (see {@link RealmEditor} for its changes and docs/design/security.md). The file is looked
 * at again at most once a second, when somebody logs in; a line that cannot be understood leaves out its user only. A file that is
 * missing or cannot be read is reported and has no users.
 *
 * <p>Thread-safe: the users are an immutable snapshot that is replaced as a whole, under the lock {@code reading}.
 */
final class FileUsers implements RealmProvider {
    private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();

    private final String realm;
    private final Path file;
    private final Set<DigestAlgorithm> digests;
    private final RealmEditor editor;
    private final Ticker ticker;
    private final Consumer<String> renewed;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Users users;
    private volatile long lookAt;

    /** One state of the file. */
    private record Users(RealmFile.@Nullable Stamp stamp, boolean read, Map<String, RealmUser> byName) {}

    /**
     * Reads the file.
     *
     * @param domain the domain's directory, against which the file is resolved
     * @param renewed is told of each user who has come, gone, or got another password, on the thread of somebody who logs in
     */
    FileUsers(SecuritySettings settings, Path domain, Ticker ticker, Consumer<String> renewed) {
        this.realm = settings.realmName();
        this.file = domain.resolve(settings.realmFile());
        this.digests = Set.copyOf(settings.digestAlgorithms());
        this.editor = RealmEditor.of(settings, domain);
        this.ticker = ticker;
        this.renewed = renewed;
        this.users = load(new Users(null, false, Map.of()));
        this.lookAt = ticker.nanoTime() + LOOK_NANOS;
    }

    @Override
    public Optional<Account> find(String user) {
        return Optional.ofNullable(current().byName.get(user));
    }

    @Override
    public boolean keepsVerifiers() {
        return true;
    }

    @Override
    public Optional<UserEditor> editor() {
        return Optional.of(editor);
    }

    @Override
    public void refresh() {
        lookAt = ticker.nanoTime();
    }

    private Users current() {
        if (ticker.nanoTime() - lookAt >= 0 && reading.tryLock()) {
            try {
                lookAt = ticker.nanoTime() + LOOK_NANOS;
                users = load(users);
            } finally {
                reading.unlock();
            }
        }
        return users;
    }

    private Users load(Users before) {
        try {
            RealmFile.Stamp stamp = RealmFile.stamp(file);
            if (before.read && Objects.equals(stamp, before.stamp)) {
                return before;
            }
            Map<String, RealmUser> byName = stamp == null ? none() : users(RealmFile.read(file));
            if (stamp != null) {
                if (RealmFile.openToOthers(file)) {
                    SecurityLog.LOG.readableByOthers(file);
                }
                SecurityLog.LOG.realmRead(realm, byName.size(), file);
                tellWhoHasNoDigest(byName);
            }
            tellWhoIsRenewed(before.byName, byName);
            return new Users(stamp, true, byName);
        } catch (IOException e) {
            return notRead(before, e);
        }
    }

    /** Any password that is set is kept with a salt of its own, so that the same one is another verifier, too. */
    private void tellWhoIsRenewed(Map<String, RealmUser> before, Map<String, RealmUser> now) {
        Set<String> names = new HashSet<>(before.keySet());
        names.addAll(now.keySet());
        for (String name : names) {
            RealmUser was = before.get(name);
            RealmUser is = now.get(name);
            if (was == null
                    || is == null
                    || !MessageDigest.isEqual(
                            was.verifier().storedKey(), is.verifier().storedKey())) {
                renewed.accept(name);
            }
        }
    }

    private void tellWhoHasNoDigest(Map<String, RealmUser> byName) {
        for (DigestAlgorithm algorithm : digests) {
            long without = byName.values().stream()
                    .filter(user -> user.ha1(algorithm, realm) == null)
                    .count();
            if (without > 0) {
                SecurityLog.LOG.noDigest(without, byName.size(), algorithm.token(), realm);
            }
        }
    }

    private Map<String, RealmUser> none() {
        SecurityLog.LOG.noFile(file);
        return Map.of();
    }

    private Map<String, RealmUser> users(List<RealmFile.Line> lines) {
        Map<String, RealmUser> byName = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            RealmFile.Line line = lines.get(i);
            if (line.problem() != null) {
                SecurityLog.LOG.badLine(file, i + 1, line.problem());
            }
            RealmUser user = line.user();
            if (user != null) {
                byName.put(user.name(), user);
            }
        }
        return Map.copyOf(byName);
    }

    /** Keeps the users that there were, and complains once a version of the file. */
    private Users notRead(Users before, IOException cause) {
        SecurityLog.LOG.notRead(file, cause.toString());
        RealmFile.Stamp stamp = null;
        try {
            stamp = RealmFile.stamp(file);
        } catch (IOException e) {
            SecurityLog.LOG.debugf(e, "looking at %s", file);
        }
        return new Users(stamp, true, before.byName);
    }
}
