package io.keelson.muxer.internal;

import static io.keelson.muxer.internal.Linux.C;

import io.keelson.base.time.Ticker;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One io_uring instance for one event loop. All but {@link #wakeup} runs on the loop's thread, the constructor excepted.
 *
 * <p>A turn: hand over what was queued and wait, in one system call; write down what has completed and do what follows;
 * then let the channels hand on what they received. See docs/design/muxer-uring.md.
 */
final class UringIoHandler implements IoHandler {
    /** The data of an operation that is nobody's: its completion is passed over. */
    private static final int NOBODY = 0;

    /** The data of the poll for wake-ups: no registration has this index. */
    private static final long WAKEUP = -1;

    /** Time that operations which were cancelled may take before the connection is shut down under them. */
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(100);

    /** From how many bytes, received and not asked for, the loop lets nobody receive ahead. */
    private static final long MOST_HELD = 16 << 20;

    private final ThreadAwareExecutor executor;
    private final Ring ring;
    private final Wakeup wakeup;
    /** Made for the first connection: a loop that only accepts receives nothing. */
    private @Nullable ReceiveBuffers buffers;

    private final IoVector vector = new IoVector();
    private final Completions completions = new Completions();
    private final ArrayDeque<UringRegistration> delivering = new ArrayDeque<>();
    /** By index; what is free lies in {@code free}, the last of which is given out first. */
    private @Nullable UringRegistration[] registrations = new UringRegistration[1024];

    private int[] free = new int[1024];
    private int freeCount;
    private int used = NOBODY + 1;
    private int generations;
    private long held;
    private boolean tight;

    UringIoHandler(ThreadAwareExecutor executor) throws SystemCallException {
        this.executor = executor;
        ring = new Ring();
        try {
            wakeup = new Wakeup();
        } catch (SystemCallException e) {
            ring.close();
            throw e;
        }
    }

    static IoHandlerFactory factory() {
        return executor -> {
            try {
                return new UringIoHandler(executor);
            } catch (SystemCallException e) {
                throw new UncheckedIOException("no io_uring instance for an event loop", e);
            }
        };
    }

    @Override
    public void initialize() {
        try {
            ring.enable();
        } catch (SystemCallException e) {
            throw new UncheckedIOException("an io_uring instance cannot be used", e);
        }
        awaitWakeup();
    }

    private void awaitWakeup() {
        ring.queue(UringAbi.OP_POLL_ADD, 0, 0, wakeup.fd(), 0, UringAbi.POLL_MULTI, Linux.POLLIN, WAKEUP);
    }

    // ---- a turn

    @Override
    public int run(IoHandlerContext context) {
        if (completions.isEmpty() && delivering.isEmpty() && context.canBlock()) {
            sleep(context);
        } else if (ring.due()) {
            enter(0, 0);
        }
        ring.reap(completions);
        int handled = handleAll();
        deliverAll();
        tightenOrLoosen();
        return handled;
    }

    private void sleep(IoHandlerContext context) {
        wakeup.beforeSleep();
        try {
            long nanos = context.deadlineNanos() == -1
                    ? -1
                    : Math.max(0, context.delayNanos(Ticker.system().nanoTime()));
            enter(nanos == 0 || !context.canBlock() ? 0 : 1, nanos);
        } finally {
            wakeup.afterSleep();
        }
    }

    private void enter(int least, long nanos) {
        if (buffers != null) {
            buffers.publish();
        }
        ring.enter(least, nanos);
    }

    private int handleAll() {
        int handled = 0;
        for (int i = completions.poll(); i >= 0; i = completions.poll()) {
            long data = completions.data(i);
            int flags = completions.flags(i);
            if (data == WAKEUP) {
                if ((flags & UringAbi.COMPLETION_MORE) == 0) {
                    awaitWakeup();
                }
                continue;
            }
            UringRegistration registration = registered(data);
            if (registration != null) {
                handled++;
                handle(registration, UringRegistration.operation(data), completions.result(i), flags);
            }
        }
        return handled;
    }

    private @Nullable UringRegistration registered(long data) {
        int index = UringRegistration.index(data);
        UringRegistration registration = index > NOBODY && index < registrations.length ? registrations[index] : null;
        return registration != null && registration.owns(data) ? registration : null;
    }

    private static void handle(UringRegistration registration, int operation, int result, int flags) {
        try {
            registration.completed(operation, result, flags);
            registration.react(operation, result);
        } catch (Throwable failure) {
            failed(registration, failure);
        }
    }

    private void deliverAll() {
        // What is added meanwhile is for the next turn.
        for (int i = delivering.size(); i > 0; i--) {
            UringRegistration registration = delivering.remove();
            try {
                registration.deliver();
            } catch (Throwable failure) {
                failed(registration, failure);
            }
        }
    }

    private static void failed(UringRegistration registration, Throwable failure) {
        MuxerLog.LOG.channelFailed(registration.handle(), failure);
        close(registration.handle());
    }

    private static void close(ReadyHandle handle) {
        try {
            handle.close();
        } catch (Exception e) {
            MuxerLog.LOG.debugf(e, "closing %s", handle);
        }
    }

    void deliverAtEndOfTurn(UringRegistration registration) {
        delivering.add(registration);
    }

    // ---- what is received and not asked for

    void held(int bytes) {
        held += bytes;
    }

    boolean isTight() {
        return tight;
    }

    private void tightenOrLoosen() {
        if (tight) {
            tight = held > MOST_HELD / 2;
        } else if (held > MOST_HELD) {
            tight = true;
            for (int i = NOBODY + 1; i < used; i++) {
                UringRegistration registration = registrations[i];
                if (registration != null && registration.handle() instanceof UringHandle connection) {
                    connection.tighten();
                }
            }
        }
    }

    // ---- registrations

    Ring ring() {
        return ring;
    }

    ReceiveBuffers buffers() {
        if (buffers == null) {
            throw new IllegalStateException("no connection has been registered");
        }
        return buffers;
    }

    /** To be called before a connection is served; does something the first time only. */
    void prepareToReceive() throws SystemCallException {
        if (buffers == null) {
            ReceiveBuffers made = new ReceiveBuffers();
            made.register(ring);
            buffers = made;
        }
    }

    IoVector vector() {
        return vector;
    }

    @Override
    public void wakeup() {
        if (!executor.isExecutorThread(Thread.currentThread())) {
            wakeup.wake();
        }
    }

    @Override
    public IoRegistration register(IoHandle handle) throws SystemCallException {
        if (handle instanceof UringHandle) {
            prepareToReceive();
        }
        int index = freeCount > 0 ? free[--freeCount] : used++;
        if (index == registrations.length) {
            registrations = Arrays.copyOf(registrations, index * 2);
        }
        UringRegistration registration = new UringRegistration(this, (ReadyHandle) handle, index, ++generations);
        registrations[index] = registration;
        handle.registered();
        return registration;
    }

    /** Forgets a registration for which no operation is under way. */
    void remove(UringRegistration registration) {
        registrations[registration.index()] = null;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount++] = registration.index();
    }

    /**
     * Ends all operations of a registration: returns when the kernel has told the end of each. What they have brought is
     * written down; completions of others stay where they are. Usually this is one system call which does not wait.
     */
    void settle(UringRegistration registration) {
        writeDown(registration, completions.next());
        if (registration.pending() == 0) {
            return;
        }
        ring.queue(
                UringAbi.OP_ASYNC_CANCEL,
                0,
                0,
                registration.fd(),
                0,
                0,
                UringAbi.CANCEL_FD | UringAbi.CANCEL_ALL,
                NOBODY);
        while (registration.pending() > 0) {
            int from = completions.end();
            enter(1, PATIENCE);
            ring.reap(completions);
            if (completions.end() == from) {
                C.shutdown(registration.fd(), Linux.SHUT_RDWR);
            }
            writeDown(registration, from);
        }
    }

    private void writeDown(UringRegistration registration, int from) {
        for (int i = from; i < completions.end(); i++) {
            long data = completions.data(i);
            if (registration.owns(data)) {
                completions.forget(i);
                registration.completed(UringRegistration.operation(data), completions.result(i), completions.flags(i));
            }
        }
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
        return ReadyHandle.class.isAssignableFrom(type);
    }

    @Override
    public void prepareToDestroy() {
        for (UringRegistration registration : registrations.clone()) {
            if (registration != null) {
                close(registration.handle());
            }
        }
    }

    @Override
    public void destroy() {
        for (UringRegistration registration : registrations) {
            if (registration != null) {
                registration.settle();
            }
        }
        ring.close();
        wakeup.close();
    }
}
