package io.keelson.session.file;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.session.marshal.MalformedSessionException;
import io.keelson.session.marshal.SessionRecord;
import io.keelson.session.store.SessionVault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records of one application as files of a directory that is this server's alone: {@code SHA-256 of the id}.session. A file is written
 * under another name and then renamed, so that there is the old one or the new. It is not forced to the disk: the end of the process
 * loses nothing, a loss of power may lose or tear what was written last. What it knows of all files is in memory: an id that has none
 * costs no access to the disk. Thread-safe; the caller writes one session by one thread at a time.
 */
final class FileVault implements SessionVault {
    private static final String SUFFIX = ".session";
    private static final String UNFINISHED = ".tmp";
    private static final String TORN = ".torn";

    private final Path directory;
    private final Consumer<String> torn;
    private final Map<String, Entry> known = new ConcurrentHashMap<>();
    private @Nullable FileChannel lockFile;

    /** Knowledge of a file. {@code id} is null until it has been read. */
    private record Entry(
            long version, long expires, @Nullable String id) {}

    /**
     * The files of a directory, which is made when it is not there.
     *
     * @param torn is told of files that are not whole
     */
    FileVault(Path directory, Consumer<String> torn) {
        this.directory = directory;
        this.torn = torn;
    }

    @Override
    public void open() throws DeploymentException {
        try {
            makeDirectory();
            lock();
            scan();
        } catch (IOException e) {
            throw new DeploymentException(
                    "the directory " + directory + " of the sessions cannot be used: " + e
                            + "; give the server's user the right to write there, or set persistent-store-dir",
                    e);
        }
    }

    private void makeDirectory() throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory);
            if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
            }
        }
    }

    /** One server at a time: two would overwrite each other's sessions. */
    private void lock() throws IOException, DeploymentException {
        FileChannel channel =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        lockFile = channel;
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            throw new DeploymentException("the directory " + directory
                    + " of the sessions is in use by another server; give each its own with persistent-store-dir");
        }
    }

    private void scan() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(UNFINISHED)) {
                    Files.deleteIfExists(file);
                } else if (name.endsWith(SUFFIX)) {
                    scan(file, name.substring(0, name.length() - SUFFIX.length()));
                }
            }
        }
    }

    private void scan(Path file, String name) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(SessionRecord.HEAD);
        }
        try {
            known.put(name, new Entry(1, SessionRecord.head(head).expires(), null));
        } catch (MalformedSessionException e) {
            setAside(file, e);
        }
    }

    private void setAside(Path file, MalformedSessionException why) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + TORN);
        Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
        torn.accept("the file " + aside + " " + why.getMessage());
    }

    @Override
    public boolean shared() {
        return false;
    }

    @Override
    public int longestId() {
        return 1_000;
    }

    /** Nothing of an id but its hash gets into a path. */
    private static String name(String id) {
        try {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(hash.digest(id.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private Path file(String name) {
        return directory.resolve(name + SUFFIX);
    }

    @Override
    public @Nullable Stored read(String id) throws IOException {
        String name = name(id);
        Entry entry = known.get(name);
        if (entry == null) {
            return null;
        }
        SessionRecord record = read(name, entry);
        return record == null || !record.id().equals(id) ? null : new Stored(entry.version(), record);
    }

    private @Nullable SessionRecord read(String name, Entry entry) throws IOException {
        Path file = file(name);
        try {
            return SessionRecord.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            known.remove(name, entry);
            return null;
        } catch (MalformedSessionException e) {
            known.remove(name, entry);
            setAside(file, e);
            return null;
        }
    }

    @Override
    public long version(String id) {
        Entry entry = known.get(name(id));
        return entry == null ? 0 : entry.version();
    }

    @Override
    public boolean write(long expected, SessionRecord record) throws IOException {
        String name = name(record.id());
        Entry entry = known.get(name);
        if ((entry == null ? 0 : entry.version()) != expected) {
            return false;
        }
        byte[] bytes = record.toBytes();
        // createTempFile makes it for the owner's eyes only.
        Path next = Files.createTempFile(directory, name, UNFINISHED);
        try {
            Files.write(next, bytes);
            Files.move(next, file(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
        known.put(
                name,
                new Entry(
                        expected + 1, SessionRecord.expires(record.accessed(), record.timeoutSeconds()), record.id()));
        return true;
    }

    @Override
    public void delete(String id) throws IOException {
        String name = name(id);
        Files.deleteIfExists(file(name));
        known.remove(name);
    }

    @Override
    public List<String> expired(long millis, int most) throws IOException {
        List<String> ids = new ArrayList<>();
        for (Map.Entry<String, Entry> each : known.entrySet()) {
            if (ids.size() == most) {
                break;
            }
            if (each.getValue().expires() <= millis) {
                String id = each.getValue().id();
                if (id == null) {
                    SessionRecord record = read(each.getKey(), each.getValue());
                    id = record == null ? null : record.id();
                }
                if (id != null) {
                    ids.add(id);
                }
            }
        }
        return ids;
    }

    @Override
    public boolean counts() {
        return true;
    }

    @Override
    public long count() {
        return known.size();
    }

    @Override
    public void probe() throws IOException {
        Path file = Files.createTempFile(directory, "probe", UNFINISHED);
        try {
            Files.write(file, new byte[4096]);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public void close() {
        FileChannel open = lockFile;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                torn.accept("the lock of " + directory + " cannot be given back: " + e.getMessage());
            }
        }
        known.clear();
    }
}
