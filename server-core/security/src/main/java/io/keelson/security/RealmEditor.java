package io.keelson.security;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Changes the users of a realm's file, whether or not a server runs: a running one sees the change within a second. Two
 * editors of one file, also in two processes, do not undo each other's changes. Comments and lines that cannot be
 * understood stay. Thread-safe.
 */
public final class RealmEditor implements UserEditor {
    private final Path file;
    private final int iterations;
    private final String realm;
    private final List<DigestAlgorithm> digests;
    private final SecureRandom random = new SecureRandom();
    private final ReentrantLock editing = new ReentrantLock();

    /**
     * An editor of that file, which need not be there yet.
     *
     * @param iterations how often new passwords are hashed
     * @param realm the realm's name, which goes into what is kept for DIGEST
     * @param digests for which algorithms of DIGEST something is kept of a new password
     */
    public RealmEditor(Path file, int iterations, String realm, List<DigestAlgorithm> digests) {
        this.file = file;
        this.iterations = iterations;
        this.realm = realm;
        this.digests = digests.stream().distinct().toList();
    }

    /** The editor of a realm's file as the configuration says it. */
    static RealmEditor of(SecuritySettings settings, Path domain) {
        return new RealmEditor(
                domain.resolve(settings.realmFile()),
                settings.iterations(),
                settings.realmName(),
                settings.digestAlgorithms());
    }

    @Override
    public List<User> users() throws IOException {
        List<User> users = new ArrayList<>();
        for (RealmFile.Line line : RealmFile.read(file)) {
            RealmUser user = line.user();
            if (user != null) {
                users.add(new User(user.name(), List.copyOf(new TreeSet<>(user.groups()))));
            }
        }
        users.sort(Comparator.comparing(User::name));
        return users;
    }

    @Override
    public boolean put(String user, char[] password, Collection<String> groups) throws IOException {
        String name = RealmUser.name(user);
        Set<String> checked = RealmUser.groups(groups);
        RealmUser next = user(name, checked, password);
        return !replace(name, old -> next, true);
    }

    @Override
    public boolean password(String user, char[] password) throws IOException {
        String name = RealmUser.name(user);
        RealmUser next = user(name, Set.of(), password);
        return replace(name, old -> old == null ? null : next.in(old.groups()), false);
    }

    private RealmUser user(String name, Set<String> groups, char[] password) {
        return RealmUser.made(name, groups, password, iterations, realm, digests, random);
    }

    @Override
    public boolean groups(String user, Collection<String> groups) throws IOException {
        String name = RealmUser.name(user);
        Set<String> checked = RealmUser.groups(groups);
        return replace(name, old -> old == null ? null : old.in(checked), false);
    }

    @Override
    public boolean remove(String user) throws IOException {
        return replace(RealmUser.name(user), old -> null, false);
    }

    /** Makes the file where there is none. */
    public void create() throws IOException {
        if (RealmFile.stamp(file) == null) {
            locked(() -> {
                if (RealmFile.stamp(file) == null) {
                    RealmFile.write(file, texts(RealmFile.read(file)));
                }
                return true;
            });
        }
    }

    private interface Change {
        /** Returns what takes the place of the user; null for nothing. */
        @Nullable
        RealmUser apply(@Nullable RealmUser old);
    }

    private interface Edit {
        boolean run() throws IOException;
    }

    /** Returns whether the user was there. */
    private boolean replace(String name, Change change, boolean mayAdd) throws IOException {
        return locked(() -> {
            List<RealmFile.Line> lines = RealmFile.read(file);
            List<String> next = new ArrayList<>();
            boolean found = false;
            for (RealmFile.Line line : lines) {
                RealmUser user = line.user();
                if (user == null || !user.name().equals(name)) {
                    next.add(line.text());
                    continue;
                }
                found = true;
                add(next, change.apply(user));
            }
            if (!found && mayAdd) {
                add(next, change.apply(null));
            }
            if (found || mayAdd) {
                RealmFile.write(file, next);
            }
            return found;
        });
    }

    private static void add(List<String> lines, @Nullable RealmUser user) {
        if (user != null) {
            lines.add(user.line());
        }
    }

    private static List<String> texts(List<RealmFile.Line> lines) {
        return lines.stream().map(RealmFile.Line::text).toList();
    }

    /** Holds off other editors: threads by a lock, processes by a lock on a file beside the realm's. */
    private boolean locked(Edit edit) throws IOException {
        editing.lock();
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                java.nio.file.Files.createDirectories(directory);
            }
            Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
            try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                return lock.isValid() && edit.run();
            } catch (OverlappingFileLockException e) {
                throw new IOException(file + " is being changed by somebody else; try again", e);
            }
        } finally {
            editing.unlock();
        }
    }
}
