package io.keelson.muxer.internal;

import static io.keelson.muxer.internal.Linux.C;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;

/**
 * An io_uring instance: two rings shared with the kernel, one of operations and one of completions. Made on any thread;
 * all else is done on the one that calls {@link #enable}.
 *
 * <p>The kernel works for it only when it is entered (DEFER_TASKRUN), so that nothing interrupts the loop's thread and
 * completions come in batches. Each side owns one end of each ring: this one publishes the tail of the operations and the
 * head of the completions by a release, and reads the others by an acquire.
 */
final class Ring {
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final int OPERATIONS = 1024;
    private static final int COMPLETIONS = 4096;
    private static final int ENTRY = 64;
    private static final int COMPLETION = 16;
    private static final int SETUP = UringAbi.SETUP_CQSIZE
            | UringAbi.SETUP_R_DISABLED
            | UringAbi.SETUP_SUBMIT_ALL
            | UringAbi.SETUP_COOP_TASKRUN
            | UringAbi.SETUP_TASKRUN_FLAG
            | UringAbi.SETUP_SINGLE_ISSUER
            | UringAbi.SETUP_DEFER_TASKRUN;
    private static final int FEATURES = UringAbi.FEATURE_SINGLE_MMAP
            | UringAbi.FEATURE_NODROP
            | UringAbi.FEATURE_SUBMIT_STABLE
            | UringAbi.FEATURE_FAST_POLL
            | UringAbi.FEATURE_EXT_ARG;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final int fd;
    private final ByteBuffer params = Linux.memory(UringAbi.PARAMS_SIZE);
    private final Mapping ringsMapping;
    private final Mapping entriesMapping;
    /** Limit of a wait: {@code struct io_uring_getevents_arg}, and the time that it points to. */
    private final ByteBuffer wait = Linux.memory(40);

    private final long waitAddress = Linux.address(wait);
    private ByteBuffer rings;
    private ByteBuffer entries;
    private final int sqHead;
    private final int sqTail;
    private final int sqFlags;
    private final int cqHead;
    private final int cqTail;
    private final int cqEntries;
    private final int sqMask;
    private final int cqMask;
    private int tail;
    private int head;

    Ring() throws SystemCallException {
        params.putInt(UringAbi.PARAMS_FLAGS, SETUP).putInt(UringAbi.PARAMS_CQ_ENTRIES, COMPLETIONS);
        fd = (int) C.syscall(UringAbi.SYS_SETUP, OPERATIONS, Linux.address(params), 0, 0, 0, 0);
        if (fd < 0) {
            throw new SystemCallException("io_uring_setup", Linux.errno());
        }
        int sqSize = params.getInt(UringAbi.PARAMS_SQ_ENTRIES);
        int cqSize = params.getInt(UringAbi.PARAMS_CQ_ENTRIES);
        sqHead = params.getInt(UringAbi.PARAMS_SQ_HEAD);
        sqTail = params.getInt(UringAbi.PARAMS_SQ_TAIL);
        sqFlags = params.getInt(UringAbi.PARAMS_SQ_FLAGS);
        cqHead = params.getInt(UringAbi.PARAMS_CQ_HEAD);
        cqTail = params.getInt(UringAbi.PARAMS_CQ_TAIL);
        cqEntries = params.getInt(UringAbi.PARAMS_CQ_CQES);
        sqMask = sqSize - 1;
        cqMask = cqSize - 1;
        wait.putLong(16, waitAddress + 24);
        int array = params.getInt(UringAbi.PARAMS_SQ_ARRAY);
        try {
            int missing = FEATURES & ~params.getInt(UringAbi.PARAMS_FEATURES);
            if (missing != 0) {
                throw new UnsupportedOperationException(
                        "io_uring of this kernel lacks features, bits " + Integer.toBinaryString(missing));
            }
            ringsMapping = Mapping.of(
                    fd,
                    Math.max(array + sqSize * Integer.BYTES, cqEntries + cqSize * COMPLETION),
                    UringAbi.OFFSET_RINGS);
        } catch (SystemCallException | RuntimeException e) {
            C.close(fd);
            throw e;
        }
        try {
            entriesMapping = Mapping.of(fd, sqSize * ENTRY, UringAbi.OFFSET_ENTRIES);
        } catch (SystemCallException e) {
            ringsMapping.unmap();
            C.close(fd);
            throw e;
        }
        rings = ringsMapping.memory();
        entries = entriesMapping.memory();
        // The kernel reads entries through an array of indexes: the n-th is the n-th, for good.
        for (int i = 0; i < sqSize; i++) {
            rings.putInt(array + i * Integer.BYTES, i);
        }
    }

    /** From now on the ring belongs to this thread. */
    void enable() throws SystemCallException {
        register(UringAbi.REGISTER_ENABLE_RINGS, 0, 0);
    }

    void register(int what, long argument, int count) throws SystemCallException {
        if (C.syscall(UringAbi.SYS_REGISTER, fd, what, argument, count, 0, 0) < 0) {
            throw new SystemCallException("io_uring_register " + what, Linux.errno());
        }
    }

    /**
     * Queues an operation, which the kernel sees at the next {@link #enter}. The fields are those of
     * {@code struct io_uring_sqe}; the whole entry is written, because it holds what was there before.
     */
    void queue(int operation, int flags, int priority, int target, long address, int size, int options, long data) {
        if (queued() > sqMask) {
            enter(0, 0);
            if (queued() > sqMask) {
                throw new IllegalStateException("the kernel takes no operation");
            }
        }
        int at = (tail & sqMask) * ENTRY;
        entries.putLong(at, operation | (long) flags << 8 | (long) priority << 16 | (long) target << 32);
        entries.putLong(at + 8, 0);
        entries.putLong(at + 16, address);
        entries.putLong(at + 24, size & 0xffffffffL | (long) options << 32);
        entries.putLong(at + 32, data);
        entries.putLong(at + 40, 0);
        entries.putLong(at + 48, 0);
        entries.putLong(at + 56, 0);
        tail++;
    }

    /** The number of operations that the kernel has not been handed yet. */
    int queued() {
        return tail - acquire(sqHead);
    }

    /** Returns whether entering would do anything: operations are queued, or the kernel has something to finish. */
    boolean due() {
        return queued() > 0 || (acquire(sqFlags) & (UringAbi.SQ_TASKRUN | UringAbi.SQ_CQ_OVERFLOW)) != 0;
    }

    /**
     * Hands over what is queued, lets the kernel finish what it can, and waits for completions.
     *
     * @param least how many completions to wait for; with 0 it does not wait
     * @param nanos how long at most, when it waits; -1 without limit
     */
    void enter(int least, long nanos) {
        int flags = UringAbi.ENTER_GETEVENTS;
        long argument = 0;
        int size = 0;
        if (least > 0 && nanos >= 0) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
            wait.putLong(24, seconds).putLong(32, nanos - TimeUnit.SECONDS.toNanos(seconds));
            flags |= UringAbi.ENTER_EXT_ARG;
            argument = waitAddress;
            size = 24;
        }
        INT.setRelease(rings, sqTail, tail);
        if (C.syscall(UringAbi.SYS_ENTER, fd, queued(), least, flags, argument, size) < 0) {
            switch (Linux.errno()) {
                // The time is over, a signal came, or the kernel is short of memory: the caller comes again.
                case Linux.ETIME, Linux.EINTR, Linux.EAGAIN, Linux.EBUSY -> {}
                default -> throw new IllegalStateException("io_uring_enter: " + C.strerror(Linux.errno()));
            }
        }
    }

    /** Takes all completions that there are. */
    void reap(Completions into) {
        int last = acquire(cqTail);
        if (last == head) {
            return;
        }
        for (; head != last; head++) {
            int at = cqEntries + (head & cqMask) * COMPLETION;
            into.add(rings.getLong(at), rings.getInt(at + 8), rings.getInt(at + 12));
        }
        INT.setRelease(rings, cqHead, head);
    }

    private int acquire(int offset) {
        return (int) INT.getAcquire(rings, offset);
    }

    /** No operation may be under way: the kernel would go on with it for a while. */
    void close() {
        rings = NOTHING;
        entries = NOTHING;
        ringsMapping.unmap();
        entriesMapping.unmap();
        C.close(fd);
    }
}
