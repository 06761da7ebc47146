package io.keelson.jms.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A disk in memory that loses what was not made sure of, block by block, and fails when it is told to. For one thread. */
final class FaultyDisk implements StoreFile.Disk {
    private static final int BLOCK = 64;

    final Map<String, Content> files = new TreeMap<>();
    long capacity = Long.MAX_VALUE;
    int writesThatFail;
    int forcesThatFail;

    /** What a file has for readers, and what is sure. */
    static final class Content {
        byte[] now = {};
        byte[] sure = {};
    }

    private long used() {
        return files.values().stream().mapToLong(each -> each.now.length).sum();
    }

    @Override
    public long room() {
        return capacity - used();
    }

    /** Loses power: of each file that was changed some blocks have reached the disk and some have not. */
    void crash(Random random) {
        for (Content each : files.values()) {
            int length = each.sure.length
                    + (each.now.length > each.sure.length ? random.nextInt(each.now.length - each.sure.length + 1) : 0);
            byte[] after = Arrays.copyOf(each.sure, length);
            for (int at = 0; at < length; at += BLOCK) {
                if (random.nextBoolean()) {
                    int end = Math.min(Math.min(at + BLOCK, length), each.now.length);
                    if (end > at) {
                        System.arraycopy(each.now, at, after, at, end - at);
                    }
                }
            }
            each.now = after;
            each.sure = after.clone();
        }
    }

    @Override
    public void lock() {}

    @Override
    public List<String> list() {
        return List.copyOf(files.keySet());
    }

    @Override
    public StoreFile open(String name, boolean through) {
        Content content = files.computeIfAbsent(name, absent -> new Content());
        return new Opened(content);
    }

    @Override
    public void delete(String name) {
        files.remove(name);
    }

    @Override
    public void forceDirectory() {}

    @Override
    public Path directory() {
        return Path.of("memory");
    }

    @Override
    public void close() {}

    private final class Opened implements StoreFile {
        private final Content content;

        Opened(Content content) {
            this.content = content;
        }

        @Override
        public long length() {
            return content.now.length;
        }

        @Override
        public void read(ByteBuffer into, long at) throws IOException {
            if (into.remaining() > content.now.length - at) {
                throw new EOFException();
            }
            into.put(content.now, (int) at, into.remaining());
        }

        @Override
        public void write(ByteBuffer from, long at) throws IOException {
            if (at + from.remaining() - content.now.length > room()) {
                throw new IOException("No space left on device");
            }
            boolean fails = writesThatFail > 0;
            int count = fails ? from.remaining() / 2 : from.remaining();
            content.now = Arrays.copyOf(content.now, Math.max(content.now.length, (int) at + count));
            from.get(content.now, (int) at, count);
            if (fails) {
                writesThatFail--;
                throw new IOException("No space left on device");
            }
        }

        @Override
        public void truncate(long length) {
            content.now = Arrays.copyOf(content.now, (int) Math.min(length, content.now.length));
        }

        @Override
        public void force() throws IOException {
            if (forcesThatFail > 0) {
                forcesThatFail--;
                throw new IOException("Input/output error");
            }
            content.sure = content.now.clone();
        }

        @Override
        public void close() {}
    }
}
