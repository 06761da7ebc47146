package io.keelson.muxer.internal;

import static io.keelson.muxer.internal.Linux.C;

import com.kenai.jffi.MemoryIO;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory that is shared with the kernel by mmap, as a buffer in the machine's byte order.
 *
 * <p>Who touches the buffer after {@link #unmap} crashes the JVM: its owner must have let go of it before.
 */
final class Mapping {
    private static final long PROT_READ_WRITE = 3;
    private static final long MAP_SHARED_POPULATE = 0x8001;

    private final long address;
    private final int size;

    private Mapping(long address, int size) {
        this.address = address;
        this.size = size;
    }

    static Mapping of(int fd, int size, long offset) throws SystemCallException {
        long address = C.syscall(UringAbi.SYS_MMAP, 0, size, PROT_READ_WRITE, MAP_SHARED_POPULATE, fd, offset);
        if (address == -1) {
            throw new SystemCallException("mmap", Linux.errno());
        }
        return new Mapping(address, size);
    }

    /** A view of it all. */
    ByteBuffer memory() {
        return MemoryIO.getInstance().newDirectByteBuffer(address, size).order(ByteOrder.nativeOrder());
    }

    void unmap() {
        C.munmap(address, size);
    }
}
