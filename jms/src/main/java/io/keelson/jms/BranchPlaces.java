package io.keelson.jms;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The other JMS servers that may have branches of a server's transactions, in a file beside its store. Recovery looks there, too. A name is
 * on the disk before the first branch is prepared there, and stays. Thread-safe: {@code lock} guards the fields and the file.
 */
final class BranchPlaces {
    private static final String FILE = "branches.at";

    /** A place that keeps the names. */
    interface Kept {
        /** Returns the names. */
        Set<String> read() throws IOException;

        /** Replaces the names; they are sure afterwards. */
        void write(Set<String> names) throws IOException;
    }

    private final Kept kept;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> known = new TreeSet<>();
    private boolean read;

    /** Places in the directory of a store. */
    BranchPlaces(Path directory) {
        this(new InFile(directory.resolve(FILE)));
    }

    /** Places that are kept somewhere. */
    BranchPlaces(Kept kept) {
        this.kept = kept;
    }

    /**
     * Returns the names of the JMS servers.
     *
     * @throws IOException when the file cannot be read
     */
    Set<String> all() throws IOException {
        lock.lock();
        try {
            read();
            return Set.copyOf(known);
        } finally {
            lock.unlock();
        }
    }

    private void read() throws IOException {
        if (!read) {
            known.addAll(kept.read());
            read = true;
        }
    }

    /**
     * Makes sure that recovery looks at a JMS server.
     *
     * @throws IOException when that cannot be made sure of
     */
    void add(String server) throws IOException {
        lock.lock();
        try {
            read();
            if (known.contains(server)) {
                return;
            }
            Set<String> next = new TreeSet<>(known);
            next.add(server);
            kept.write(next);
            known.add(server);
        } finally {
            lock.unlock();
        }
    }

    /** A file beside the store. */
    private record InFile(Path file) implements Kept {
        @Override
        public Set<String> read() throws IOException {
            return Files.exists(file) ? Set.copyOf(Files.readAllLines(file)) : Set.of();
        }

        /** Replaces the file, so that it is never there in part. */
        @Override
        public void write(Set<String> names) throws IOException {
            Path directory = Files.createDirectories(file.getParent());
            Path part = file.resolveSibling(FILE + ".part");
            try (FileChannel channel = FileChannel.open(
                    part, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                ByteBuffer bytes = ByteBuffer.wrap((String.join("\n", names) + "\n").getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    int unused = channel.write(bytes);
                }
                channel.force(true);
            }
            Path moved = Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
            JmsLog.LOG.debugf("recovery looks for branches as %s says", moved);
        }
    }
}
