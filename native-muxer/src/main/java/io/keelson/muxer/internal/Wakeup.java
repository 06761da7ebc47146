package io.keelson.muxer.internal;

import static io.keelson.muxer.internal.Linux.C;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Wakes an epoll loop that sleeps, through an eventfd that is registered edge-triggered and never read.
 *
 * <p>The invariant: whoever turns {@code sleeping} from true to false owns the sleep. A thread with a task for the loop
 * first queues it and then looks at the flag; the loop first sets the flag and then looks at its queue; a full fence lies
 * between the two steps on both sides, so at least one of them sees the other. Only the owner of a sleep writes, and the
 * loop counts the sleeps that it did not own itself: the descriptor is closed when as many writes have been made.
 */
final class Wakeup {
    private final int fd;
    private final ByteBuffer one = Linux.memory(Long.BYTES).putLong(0, 1);
    private final long oneAddress = Linux.address(one);
    private final AtomicBoolean sleeping = new AtomicBoolean();
    private final AtomicLong written = new AtomicLong();
    private long owed;

    Wakeup() throws SystemCallException {
        fd = C.eventfd(0, Linux.EFD_CLOEXEC_NONBLOCK);
        if (fd < 0) {
            throw new SystemCallException("eventfd", Linux.errno());
        }
    }

    int fd() {
        return fd;
    }

    /** Any thread: ends the loop's sleep, if it sleeps or is about to. */
    void wake() {
        VarHandle.fullFence();
        if (sleeping.get() && sleeping.compareAndSet(true, false)) {
            C.write(fd, oneAddress, Long.BYTES);
            written.incrementAndGet();
        }
    }

    /** The loop: from now on it may be woken. What it has to do must be looked at again after this. */
    void beforeSleep() {
        sleeping.set(true);
        VarHandle.fullFence();
    }

    /** The loop: it is awake. */
    void afterSleep() {
        if (!sleeping.compareAndSet(true, false)) {
            owed++;
        }
    }

    /** The loop, which will not sleep again: closes the descriptor when the last write has been made. */
    void close() {
        while (written.get() != owed) {
            Thread.onSpinWait();
        }
        C.close(fd);
    }
}
