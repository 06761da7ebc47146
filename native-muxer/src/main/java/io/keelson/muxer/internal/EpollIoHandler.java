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
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One epoll instance for one event loop. All but {@link #wakeup} runs on the loop's thread.
 *
 * <p>A descriptor is added once, edge-triggered and for everything, and never modified: the channels keep what is ready.
 * See docs/design/muxer.md.
 */
final class EpollIoHandler implements IoHandler {
    private static final int WATCHED =
            Linux.EPOLLIN | Linux.EPOLLOUT | Linux.EPOLLRDHUP | Linux.EPOLLPRI | Linux.EPOLLET;
    private static final int FIRST_BATCH = 256;

    private final ThreadAwareExecutor executor;
    private final int epoll;
    private final Wakeup wakeup;
    private final EpollEvents events = new EpollEvents(FIRST_BATCH);
    private final IoVector vector = new IoVector();
    /** By descriptor. The wake-up has none: its events find nobody. */
    private EpollRegistration[] registrations = new EpollRegistration[1024];

    private int generations;

    EpollIoHandler(ThreadAwareExecutor executor) throws SystemCallException {
        this.executor = executor;
        epoll = C.epoll_create1(Linux.EPOLL_CLOEXEC);
        if (epoll < 0) {
            throw new SystemCallException("epoll_create1", Linux.errno());
        }
        wakeup = openWakeup(epoll);
    }

    private static Wakeup openWakeup(int epoll) throws SystemCallException {
        try {
            Wakeup wakeup = new Wakeup();
            try {
                EpollEvents.add(epoll, wakeup.fd(), Linux.EPOLLIN | Linux.EPOLLET, 0);
                return wakeup;
            } catch (SystemCallException e) {
                wakeup.close();
                throw e;
            }
        } catch (SystemCallException e) {
            C.close(epoll);
            throw e;
        }
    }

    static IoHandlerFactory factory() {
        return executor -> {
            try {
                return new EpollIoHandler(executor);
            } catch (SystemCallException e) {
                throw new UncheckedIOException("no epoll instance for an event loop", e);
            }
        };
    }

    @Override
    public int run(IoHandlerContext context) {
        int count = context.canBlock() ? sleep(context) : events.await(epoll, 0);
        int handled = 0;
        for (int i = 0; i < count; i++) {
            EpollRegistration registration = registered(events.fd(i));
            if (registration != null && registration.generation() == events.generation(i)) {
                handled++;
                handle(registration.handle(), events.events(i));
            }
        }
        events.growAfter(count);
        return handled;
    }

    private int sleep(IoHandlerContext context) {
        wakeup.beforeSleep();
        try {
            return events.await(epoll, context.canBlock() ? timeoutMillis(context) : 0);
        } finally {
            wakeup.afterSleep();
        }
    }

    /** Rounded up: a task is run late rather than the loop turned in vain. */
    private static int timeoutMillis(IoHandlerContext context) {
        if (context.deadlineNanos() == -1) {
            return -1;
        }
        long nanos = context.delayNanos(Ticker.system().nanoTime());
        return (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(nanos + 999_999));
    }

    private static void handle(ReadyHandle handle, int events) {
        try {
            handle.ready(events);
        } catch (Throwable failure) {
            MuxerLog.LOG.channelFailed(handle, failure);
            close(handle);
        }
    }

    private static void close(ReadyHandle handle) {
        try {
            handle.close();
        } catch (Exception e) {
            MuxerLog.LOG.debugf(e, "closing %s", handle);
        }
    }

    @Override
    public void wakeup() {
        if (!executor.isExecutorThread(Thread.currentThread())) {
            wakeup.wake();
        }
    }

    @Override
    public IoRegistration register(IoHandle handle) {
        EpollRegistration registration = new EpollRegistration(this, (ReadyHandle) handle, ++generations);
        int fd = registration.fd();
        if (fd >= registrations.length) {
            registrations = Arrays.copyOf(registrations, Math.max(fd + 1, registrations.length * 2));
        }
        // A closed socket that had this number may still be here: it is told so by the generation.
        registrations[fd] = registration;
        handle.registered();
        return registration;
    }

    private @Nullable EpollRegistration registered(int fd) {
        return fd < registrations.length ? registrations[fd] : null;
    }

    void add(EpollRegistration registration) throws SystemCallException {
        EpollEvents.add(epoll, registration.fd(), WATCHED, registration.generation());
    }

    /** Forgets a registration. A closed descriptor has left epoll by itself, and its number may be another's. */
    void remove(EpollRegistration registration, boolean watched) {
        if (registrations[registration.fd()] == registration) {
            registrations[registration.fd()] = null;
        }
        if (watched) {
            C.epoll_ctl(epoll, Linux.EPOLL_CTL_DEL, registration.fd(), 0);
        }
    }

    IoVector vector() {
        return vector;
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
        return ReadyHandle.class.isAssignableFrom(type) && !UringHandle.class.isAssignableFrom(type);
    }

    @Override
    public void prepareToDestroy() {
        for (EpollRegistration registration : registrations.clone()) {
            if (registration != null) {
                close(registration.handle());
            }
        }
    }

    @Override
    public void destroy() {
        C.close(epoll);
        wakeup.close();
    }
}
