package io.keelson.muxer.internal;

import io.netty.channel.IoOps;

/**
 * A handle's place on an epoll loop. Used on the loop's thread only.
 *
 * <p>The generation tells registrations of the same descriptor number apart: a batch of events may hold one for a socket
 * that was closed, and whose number was given to a new one, while the batch was handled.
 */
final class EpollRegistration implements NativeRegistration {
    private final EpollIoHandler loop;
    private final ReadyHandle handle;
    private final int fd;
    private final int generation;
    private boolean added;
    private boolean cancelled;

    EpollRegistration(EpollIoHandler loop, ReadyHandle handle, int generation) {
        this.loop = loop;
        this.handle = handle;
        this.fd = handle.fd();
        this.generation = generation;
    }

    int fd() {
        return fd;
    }

    int generation() {
        return generation;
    }

    ReadyHandle handle() {
        return handle;
    }

    /** The loop's vector for gathering writes. */
    IoVector vector() {
        return loop.vector();
    }

    @Override
    public void watch() throws SystemCallException {
        if (!added && !cancelled) {
            loop.add(this);
            added = true;
        }
    }

    /** Nothing: epoll moves no bytes. */
    @Override
    public void settle() {}

    @Override
    @SuppressWarnings("unchecked") // The type is the caller's to choose, by the contract of Netty.
    public <T> T attachment() {
        return (T) this;
    }

    @Override
    public long submit(IoOps ops) {
        throw new UnsupportedOperationException("a socket is watched for everything, once: watch()");
    }

    @Override
    public boolean isValid() {
        return !cancelled;
    }

    @Override
    public boolean cancel() {
        if (cancelled) {
            return false;
        }
        cancelled = true;
        loop.remove(this, added && handle.isOpen());
        handle.unregistered();
        return true;
    }
}
