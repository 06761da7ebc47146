package io.keelson.cluster.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A {@link DurableLog} in one file, {@code records} in a directory of its own.
 *
 * <p>A record is a magic number, the length, how far the file was synced when it was written, a CRC-32C over these and
 * the data, and the data. The third tells a torn end from damage: what lies before a position that a later record calls
 * synced was whole once, so if it is not now then the disk has lost it, and the log is refused.
 */
public final class FileDurableLog implements DurableLog {
    private static final long HEAD = 0x4B_4C_53_4C_4F_47_00_01L; // KLSLOG, version 1
    private static final int MAGIC = 0x4B_4C_52_01;
    private static final int HEADER = 20;
    private static final int LONGEST = 64 << 20;

    private final Path directory;
    private final Path file;
    private final Path next;
    private @Nullable FileChannel channel;
    private long end;
    private long synced;
    private @Nullable IOException failure;

    /** The log in that directory, which is made when it is not there. */
    public FileDurableLog(Path directory) {
        this.directory = directory;
        this.file = directory.resolve("records");
        this.next = directory.resolve("records.new");
    }

    @Override
    public List<byte[]> recover() throws IOException {
        try {
            Files.createDirectories(directory);
            Files.deleteIfExists(next);
            byte[] content = read();
            if (content.length == 0) {
                rewrite(List.of());
                return List.of();
            }
            List<byte[]> records = new ArrayList<>();
            long good = scan(ByteBuffer.wrap(content), records);
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
            if (good < content.length) {
                open().truncate(good);
                open().force(true);
            }
            end = good;
            synced = good;
            return records;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void append(byte[] data) throws IOException {
        check();
        try {
            ByteBuffer record = record(data, synced);
            int length = record.remaining();
            write(open(), record, end);
            end += length;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void sync() throws IOException {
        check();
        if (synced == end) {
            return;
        }
        try {
            open().force(false);
            synced = end;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void replace(List<byte[]> records) throws IOException {
        check();
        try {
            rewrite(records);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public long size() {
        return end;
    }

    @Override
    public void close() {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                failed(e); // what had to be durable was synced before
            }
        }
        if (failure == null) {
            failure = new IOException("the log " + file + " is closed");
        }
    }

    private byte[] read() throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return new byte[0];
        }
    }

    /** Puts the intact records into {@code into} and returns where they end. */
    private long scan(ByteBuffer content, List<byte[]> into) throws IOException {
        if (content.remaining() < Long.BYTES || content.getLong() != HEAD) {
            throw new IOException("the file " + file + " is not a log of this version");
        }
        while (content.hasRemaining()) {
            int start = content.position();
            byte[] data = next(content);
            if (data == null) {
                refuseDamage(content, start);
                return start;
            }
            into.add(data);
        }
        return content.position();
    }

    /** The record at the buffer's position, or null when there is none that is whole. */
    private static byte @Nullable [] next(ByteBuffer content) {
        int start = content.position();
        if (content.remaining() < HEADER || content.getInt() != MAGIC) {
            return null;
        }
        int length = content.getInt();
        long synced = content.getLong();
        int crc = content.getInt();
        if (length < 0 || length > content.remaining()) {
            content.position(start);
            return null;
        }
        byte[] data = new byte[length];
        content.get(data);
        if (crc(length, synced, data) != crc) {
            content.position(start);
            return null;
        }
        return data;
    }

    /** Looks behind a broken record for one that was written when the broken one had been synced. */
    private void refuseDamage(ByteBuffer content, int broken) throws IOException {
        for (int at = broken + 1; at <= content.limit() - HEADER; at++) {
            content.position(at);
            if (content.getInt(at) == MAGIC && content.getLong(at + 8) > broken && next(content) != null) {
                throw new IOException("the log " + file + " is damaged at byte " + broken
                        + ": what had been written durably there cannot be read any more");
            }
        }
    }

    private void rewrite(List<byte[]> records) throws IOException {
        long position = Long.BYTES;
        try (FileChannel fresh = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            write(fresh, ByteBuffer.allocate(Long.BYTES).putLong(HEAD).flip(), 0);
            for (byte[] data : records) {
                ByteBuffer record = record(data, 0);
                int length = record.remaining();
                write(fresh, record, position);
                position += length;
            }
            fresh.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncDirectory();
        FileChannel old = channel;
        channel = FileChannel.open(file, StandardOpenOption.WRITE);
        end = position;
        synced = position;
        if (old != null) {
            old.close();
        }
    }

    /** Makes the file's name durable. Windows can neither open a directory nor needs it. */
    private void syncDirectory() throws IOException {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel opened = FileChannel.open(directory, StandardOpenOption.READ)) {
                opened.force(true);
            }
        }
    }

    private static ByteBuffer record(byte[] data, long synced) throws IOException {
        if (data.length > LONGEST) {
            throw new IOException("a record of " + data.length + " bytes is longer than the " + LONGEST + " allowed");
        }
        return ByteBuffer.allocate(HEADER + data.length)
                .putInt(MAGIC)
                .putInt(data.length)
                .putLong(synced)
                .putInt(crc(data.length, synced, data))
                .put(data)
                .flip();
    }

    private static int crc(int length, long synced, byte[] data) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(12).putInt(length).putLong(synced).flip());
        crc.update(data);
        return (int) crc.getValue();
    }

    private static void write(FileChannel to, ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += to.write(bytes, at);
        }
    }

    private FileChannel open() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            throw new IOException("the log " + file + " is not open");
        }
        return open;
    }

    private void check() throws IOException {
        if (failure != null) {
            throw new IOException("the log " + file + " has failed before: " + failure.getMessage(), failure);
        }
    }

    private IOException failed(IOException e) {
        if (failure == null) {
            failure = e;
        }
        return e;
    }
}
