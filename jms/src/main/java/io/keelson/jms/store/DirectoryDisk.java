package io.keelson.jms.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The directory of a store on a real disk. */
final class DirectoryDisk implements StoreFile.Disk {
    private static final int MOST_TRIES = 200;
    private static final long PAUSE = 5_000_000;

    private final Path directory;
    private @Nullable FileChannel lockFile;
    private @Nullable FileLock held;

    DirectoryDisk(Path directory) {
        this.directory = directory;
    }

    @Override
    public void lock() throws IOException {
        FileChannel channel = lockFile;
        if (channel == null) {
            Files.createDirectories(directory);
            channel = FileChannel.open(
                    directory.resolve("store.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }
        lockFile = null;
        try {
            FileLock lock = channel.tryLock();
            for (int i = 0; lock == null && i < MOST_TRIES; i++) {
                LockSupport.parkNanos(PAUSE); // an owner holds it for as long as one write takes
                lock = channel.tryLock();
            }
            if (lock == null) {
                throw new IOException("the message store " + directory + " is in use by another process");
            }
            lockFile = channel;
            held = lock;
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new IOException("the message store " + directory + " is in use by this process already", e);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void unlock() throws IOException {
        FileLock lock = held;
        held = null;
        if (lock != null) {
            lock.release();
        }
    }

    @Override
    public void make() throws IOException {
        Files.createDirectories(directory);
    }

    @Override
    public List<String> list() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public StoreFile open(String name, boolean through) throws IOException {
        Set<OpenOption> options =
                new HashSet<>(Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
        if (through) {
            options.add(StandardOpenOption.DSYNC);
        }
        return new ChannelFile(FileChannel.open(directory.resolve(name), options), through);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    @Override
    public long room() {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE; // a write will tell
        }
    }

    @Override
    public void forceDirectory() throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public void close() throws IOException {
        FileChannel open = lockFile;
        lockFile = null;
        if (open != null) {
            open.close();
        }
    }

    private record ChannelFile(FileChannel channel, boolean through) implements StoreFile {
        @Override
        public long length() throws IOException {
            return channel.size();
        }

        @Override
        public void read(ByteBuffer into, long at) throws IOException {
            long from = at;
            while (into.hasRemaining()) {
                int count = channel.read(into, from);
                if (count < 0) {
                    throw new EOFException("ends at " + from);
                }
                from += count;
            }
        }

        @Override
        public void write(ByteBuffer from, long at) throws IOException {
            long to = at;
            while (from.hasRemaining()) {
                to += channel.write(from, to);
            }
        }

        @Override
        public void truncate(long length) throws IOException {
            channel.truncate(length);
        }

        @Override
        public void force() throws IOException {
            if (!through) {
                channel.force(false);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
