package io.keelson.jms.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The ownership of a store's directory: the greatest epoch under which it was opened, in its header file. An owner without a lease keeps
 * the lock of the directory. One with a lease takes the lock for each write, and writes only while the epoch is its own. Confined to one
 * thread at a time.
 */
final class StoreOwnership {
    private static final String HEADER_FILE = "store.header";
    private static final int LENGTH = 20;
    private static final int CRC_AT = 16;

    private final StoreFile.Disk disk;
    private long epoch;

    /** The header, where the owner has a lease: it is read again under the lock before each write. */
    private @Nullable StoreFile header;

    StoreOwnership(StoreFile.Disk disk) {
        this.disk = disk;
    }

    /** Returns the epoch of this owner. */
    long epoch() {
        return epoch;
    }

    /**
     * Takes the store under an epoch. The directory is locked.
     *
     * @param asked of the owner's lease; 0: the next one, for an owner that has no lease
     * @throws IOException where the header is damaged, or the store was taken under a greater epoch
     */
    void take(long asked) throws IOException {
        try (StoreFile file = disk.open(HEADER_FILE, false)) {
            long last = 0;
            if (file.length() > 0) {
                ByteBuffer head = ByteBuffer.allocate(LENGTH);
                if (file.length() >= LENGTH) {
                    file.read(head, 0);
                }
                head.flip();
                if (head.remaining() < LENGTH
                        || head.getLong(0) != Segment.MAGIC
                        || head.getInt(CRC_AT) != Segment.crc(head, CRC_AT)) {
                    throw new IOException("the file " + disk.directory().resolve(HEADER_FILE)
                            + " is damaged at offset 0; without it nobody can tell whose the store is");
                }
                last = head.getLong(8);
            }
            if (asked != 0 && asked < last) {
                throw new IOException("the message store " + disk.directory() + " belongs to epoch " + last + "; epoch "
                        + asked + " comes too late");
            }
            epoch = asked == 0 ? last + 1 : asked;
            ByteBuffer head = ByteBuffer.allocate(LENGTH).putLong(Segment.MAGIC).putLong(epoch);
            head.putInt(Segment.crc(head, CRC_AT)).flip();
            file.write(head, 0);
            file.force();
        }
        disk.forceDirectory();
    }

    /** Gives the lock of the directory back between writes, so that an owner with a greater epoch can take the store. */
    void share() throws IOException {
        header = disk.open(HEADER_FILE, false);
        disk.unlock();
    }

    /**
     * Takes the lock for a write, where it is shared.
     *
     * @throws StoreOwnerException where somebody has taken the store under another epoch
     */
    void begin() throws IOException {
        StoreFile head = header;
        if (head == null) {
            return;
        }
        disk.lock();
        ByteBuffer read = ByteBuffer.allocate(LENGTH);
        long now;
        try {
            head.read(read, 0);
            read.flip();
            now = read.getLong(8);
        } catch (IOException e) {
            disk.unlock();
            throw e;
        }
        if (now != epoch) {
            disk.unlock();
            throw new StoreOwnerException(
                    "it belongs to epoch " + now + " by now, which is another owner's; this one has epoch " + epoch
                            + " and writes nothing any more");
        }
    }

    /** Gives the lock back after a write, where it is shared. */
    void end() throws IOException {
        if (header != null) {
            disk.unlock();
        }
    }

    /** Closes the header. The lock of the directory goes with the disk. */
    void close() throws IOException {
        StoreFile head = header;
        if (head != null) {
            head.close();
        }
    }
}
