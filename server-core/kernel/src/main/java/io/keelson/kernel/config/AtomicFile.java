package io.keelson.kernel.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;

/** Replaces a file as a whole: after a crash there is the old content or the new, never a part. */
public final class AtomicFile {
    private AtomicFile() {}

    /**
     * Writes the content; when this returns it is on the disk. A symbolic link is followed, permissions are kept.
     *
     * @throws IOException when it could not be written; where the file was not there before and is not there now, nothing of the
     *     content is left
     */
    public static void write(Path file, byte[] content) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Path directory = target.getParent();
        if (directory == null) {
            throw new IOException("not a file that can be written: " + file);
        }
        Path fresh = Files.createTempFile(directory, target.getFileName() + ".", ".tmp");
        try {
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                ByteBuffer buffer = ByteBuffer.wrap(content);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            keepPermissions(target, fresh);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
        sync(directory);
    }

    private static void keepPermissions(Path target, Path fresh) throws IOException {
        PosixFileAttributeView old = Files.getFileAttributeView(target, PosixFileAttributeView.class);
        PosixFileAttributeView view = Files.getFileAttributeView(fresh, PosixFileAttributeView.class);
        if (Files.exists(target) && old != null && view != null) {
            view.setPermissions(old.readAttributes().permissions());
        }
    }

    /** Makes the renaming itself durable. */
    private static void sync(Path directory) throws IOException {
        boolean windows =
                !directory.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (!windows) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
