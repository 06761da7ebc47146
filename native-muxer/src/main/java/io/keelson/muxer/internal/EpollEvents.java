package io.keelson.muxer.internal;

import static io.keelson.muxer.internal.Linux.C;

import java.nio.ByteBuffer;

/**
 * The array of {@code struct epoll_event} that epoll_wait fills: 32 bits of events and 64 of data, 12 bytes each on
 * x86-64, where the structure is packed, and 16 elsewhere. The data is the descriptor and, in the upper half, the
 * registration's generation. Grows when a batch has filled it.
 */
final class EpollEvents {
    private static final int SIZE = Linux.PACKED_EVENTS ? 12 : 16;
    private static final int DATA = Linux.PACKED_EVENTS ? 4 : 8;
    private static final int LARGEST = 4096;

    private int capacity;
    private ByteBuffer memory;
    private long address;

    EpollEvents(int capacity) {
        this.capacity = capacity;
        this.memory = Linux.memory(capacity * SIZE);
        this.address = Linux.address(memory);
    }

    /** Waits for events; returns how many there are, 0 when the time was over or a signal came. */
    int await(int epoll, int timeoutMillis) {
        int count = C.epoll_wait(epoll, address, capacity, timeoutMillis);
        if (count >= 0) {
            return count;
        }
        int errno = Linux.errno();
        if (errno == Linux.EINTR) {
            return 0;
        }
        throw new IllegalStateException("epoll_wait: " + C.strerror(errno));
    }

    /** Adds a descriptor to an epoll instance. */
    static void add(int epoll, int fd, int events, int generation) throws SystemCallException {
        Scratch scratch = Scratch.ofThread();
        ByteBuffer event = scratch.value();
        event.putInt(0, events).putInt(DATA, fd).putInt(DATA + 4, generation);
        if (C.epoll_ctl(epoll, Linux.EPOLL_CTL_ADD, fd, scratch.valueAddress()) < 0) {
            throw new SystemCallException("epoll_ctl", Linux.errno());
        }
    }

    int events(int index) {
        return memory.getInt(index * SIZE);
    }

    int fd(int index) {
        return memory.getInt(index * SIZE + DATA);
    }

    int generation(int index) {
        return memory.getInt(index * SIZE + DATA + 4);
    }

    /** Makes room for larger batches when this one has filled the array; the batch is lost. */
    void growAfter(int count) {
        if (count == capacity && capacity < LARGEST) {
            capacity *= 2;
            memory = Linux.memory(capacity * SIZE);
            address = Linux.address(memory);
        }
    }
}
