package io.keelson.ejb.container;

import io.keelson.ejb.log.EjbLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Files with the state of passivated beans of one kind, one a bean, in a directory that only the server's user may read. They are of use
 * while the server runs: what an earlier run has left is deleted. Thread-safe, as each bean is written or read by one thread at a time.
 *
 * <p>A file is {@code KLSB}, the version 1, the length and the CRC-32C of the state, each of four bytes, and the state.
 */
public final class StateFiles {
    private static final int MAGIC = 0x4b4c5342;
    private static final int VERSION = 1;
    private static final int HEAD = 16;
    private static final String ENDING = ".bean";

    private final Path directory;

    /** Makes it, without touching the disk. */
    private StateFiles(Path directory) {
        this.directory = directory;
    }

    /**
     * Opens the directory of a bean, and deletes what is in it.
     *
     * @param ofServer the directory of all passivated beans
     */
    static StateFiles of(Path ofServer, String application, String bean) {
        StateFiles files = new StateFiles(ofServer.resolve(name(application)).resolve(name(bean)));
        files.clear();
        return files;
    }

    /** Deletes what an earlier run of the server has left. */
    public static void deleteLeftovers(Path ofServer) {
        if (Files.isDirectory(ofServer)) {
            try (Stream<Path> all = Files.walk(ofServer)) {
                all.sorted(Comparator.reverseOrder()).forEach(StateFiles::delete);
            } catch (IOException | UncheckedIOException e) {
                EjbLog.LOG.debugf(e, "the directory %s cannot be listed", ofServer);
            }
        }
    }

    private static String name(String of) {
        return URLEncoder.encode(of, StandardCharsets.UTF_8).replace(".", "%2E").replace("*", "%2A");
    }

    Path file(Object key) {
        return directory.resolve(key + ENDING);
    }

    /**
     * Writes a state.
     *
     * @throws IOException when the disk does not take it; no file is left then
     */
    void write(Object key, byte[] state) throws IOException {
        Files.createDirectories(directory, ownersOnly());
        Path file = file(key);
        ByteBuffer head = ByteBuffer.allocate(HEAD);
        head.putInt(MAGIC)
                .putInt(VERSION)
                .putInt(state.length)
                .putInt(checksum(state))
                .flip();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer[] all = {head, ByteBuffer.wrap(state)};
            while (all[1].hasRemaining()) {
                channel.write(all);
            }
        } catch (IOException e) {
            remove(key);
            throw e;
        }
    }

    private static FileAttribute<?>[] ownersOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    private static int checksum(byte[] state) {
        CRC32C sum = new CRC32C();
        sum.update(state, 0, state.length);
        return (int) sum.getValue();
    }

    /**
     * Reads a state.
     *
     * @throws IOException when the file is gone, cannot be read or is damaged
     */
    byte[] read(Object key) throws IOException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file(key));
        } catch (NoSuchFileException e) {
            throw new IOException("the file is gone", e);
        }
        ByteBuffer head = ByteBuffer.wrap(bytes);
        if (bytes.length < HEAD || head.getInt() != MAGIC || head.getInt() != VERSION) {
            throw new IOException("the file has no head of a passivated bean");
        }
        int length = head.getInt();
        int sum = head.getInt();
        if (length != bytes.length - HEAD) {
            throw new IOException("the file has " + (bytes.length - HEAD) + " bytes of state instead of " + length);
        }
        byte[] state = new byte[length];
        head.get(state);
        if (checksum(state) != sum) {
            throw new IOException("the checksum of the state is wrong");
        }
        return state;
    }

    /** Deletes a file, if it is there. */
    void remove(Object key) {
        delete(file(key));
    }

    /** Deletes all files, and the directories that are empty then. */
    void clear() {
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "*" + ENDING)) {
                all.forEach(StateFiles::delete);
            } catch (IOException e) {
                EjbLog.LOG.debugf(e, "the directory %s cannot be listed", directory);
            }
            delete(directory);
            Path application = directory.getParent();
            if (application != null && isEmpty(application)) {
                delete(application);
            }
        }
    }

    private static boolean isEmpty(Path directory) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
            return !all.iterator().hasNext();
        } catch (IOException e) {
            return false;
        }
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            EjbLog.LOG.debugf(e, "%s cannot be deleted", path);
        }
    }
}
