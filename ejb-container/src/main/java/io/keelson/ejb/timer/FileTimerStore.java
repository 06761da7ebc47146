package io.keelson.ejb.timer;

import io.keelson.ejb.log.EjbLog;
import io.keelson.kernel.spi.lease.Fence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Rows as files, one a timer, in a directory of the application. A file is written beside and moved into its place when it is on disk,
 * so that a crash leaves the
 * old row or the new one. Thread-safe, as each row has its own file and its owner writes one row at a time.
 */
public final class FileTimerStore implements TimerStore {
    private static final String ENDING = ".timer";

    private final Path directory;
    private final TimerRowText text;

    /** Changes of the directory so far. */
    private final AtomicLong wanted = new AtomicLong();

    private final ReentrantLock forcing = new ReentrantLock();

    /** Changes of the directory that are on disk; guarded by {@code forcing}. */
    private long forced;

    /**
     * Makes a store, without touching the disk.
     *
     * @param directory of the application; made with the first row
     * @param loaders the class loader of a bean by its id, for what it gives its timers as info
     */
    public FileTimerStore(Path directory, Function<String, ClassLoader> loaders) {
        this.directory = directory;
        this.text = new TimerRowText(loaders);
    }

    /** All rows, at each call. */
    @Override
    public Changes changes() throws IOException {
        List<TimerRow> rows = new ArrayList<>();
        Set<String> present = new HashSet<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + ENDING)) {
                for (Path file : files) {
                    String name = file.getFileName().toString();
                    present.add(name.substring(0, name.length() - ENDING.length()));
                    try {
                        rows.add(text.read(Files.readString(file)));
                    } catch (IOException | ClassNotFoundException | RuntimeException e) {
                        EjbLog.LOG.timerUnreadable(file.toString(), e);
                    }
                }
            }
        }
        return new Changes(rows, present);
    }

    @Override
    public boolean add(TimerRow row) throws IOException {
        if (Files.exists(file(row.id()))) {
            return false;
        }
        write(file(row.id()), text.write(row));
        return true;
    }

    @Override
    public Kept put(TimerRow row, Optional<Fence> fence) throws IOException {
        if (!Files.exists(file(row.id()))) {
            return Kept.GONE;
        }
        write(file(row.id()), text.write(row));
        return Kept.DONE;
    }

    private void write(Path file, String content) throws IOException {
        Files.createDirectories(directory);
        Path beside = directory.resolve(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        force();
    }

    @Override
    public void remove(String id) throws IOException {
        if (Files.deleteIfExists(file(id))) {
            force();
        }
    }

    /** The directory's entries are on disk, too, where the system can say so. Those who wait at the same time share one call. */
    private void force() {
        long mine = wanted.incrementAndGet();
        forcing.lock();
        try {
            if (forced >= mine) {
                return;
            }
            long all = wanted.get();
            forceDirectory();
            forced = all;
        } finally {
            forcing.unlock();
        }
    }

    private void forceDirectory() {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            EjbLog.LOG.debugf(e, "the directory %s cannot be forced to disk", directory);
        }
    }

    private Path file(String id) {
        return directory.resolve(id + ENDING);
    }
}
