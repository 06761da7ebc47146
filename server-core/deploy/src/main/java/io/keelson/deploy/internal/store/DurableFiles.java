package io.keelson.deploy.internal.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Files that survive the loss of power once these calls have returned. */
public final class DurableFiles {
    private static final boolean DIRECTORIES_SYNC =
            !System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

    private DurableFiles() {}

    /** Puts a file's content, or a directory's list of names, on the disk. */
    public static void sync(Path path) throws IOException {
        boolean directory = Files.isDirectory(path);
        if (directory && !DIRECTORIES_SYNC) {
            return;
        }
        try (FileChannel channel =
                FileChannel.open(path, directory ? StandardOpenOption.READ : StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Puts everything below a directory, and itself, on the disk. */
    static void syncTree(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                sync(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) throws IOException {
                sync(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Copies what is in a directory, links as what they lead to but no circles of them, into another that is there. */
    static void copyTree(Path from, Path to) throws IOException {
        Files.walkFileTree(
                from, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                            throws IOException {
                        Files.createDirectories(to.resolve(from.relativize(directory)));
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                        if (attributes.isRegularFile()) {
                            Files.copy(file, to.resolve(from.relativize(file)));
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                        // A link to a directory above would be copied without end.
                        if (failure instanceof FileSystemLoopException) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw failure;
                    }
                });
    }

    /** Deletes a directory with what is in it; links are deleted, not followed. Does nothing when it is not there. */
    public static void deleteTree(Path directory) throws IOException {
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (NoSuchFileException gone) {
            // Nothing is left to delete.
        }
    }
}
