package io.keelson.muxer.internal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.IoOps;

/**
 * A handle's place on an io_uring loop, and the operations that are under way for it. Used on the loop's thread only.
 *
 * <p>The place is given to another only when no operation is under way, and a completion carries its generation: none ever
 * reaches a successor.
 */
final class UringRegistration implements NativeRegistration {
    static final int RECEIVE = 1;
    static final int POLL = 2;

    /** Number of bits that the data of an operation have for it. */
    private static final int GENERATIONS = (1 << 24) - 1;

    private final UringIoHandler loop;
    private final ReadyHandle handle;
    private final int fd;
    private final int index;
    private final int generation;
    private int pending;
    private boolean settling;
    private boolean cancelled;

    UringRegistration(UringIoHandler loop, ReadyHandle handle, int index, int generation) {
        this.loop = loop;
        this.handle = handle;
        this.fd = handle.fd();
        this.index = index;
        this.generation = generation & GENERATIONS;
    }

    // ---- what the kernel tells apart operations by

    private long data(int operation) {
        return (long) (generation << 8 | operation) << 32 | index;
    }

    static int index(long data) {
        return (int) data;
    }

    static int operation(long data) {
        return (int) (data >>> 32) & 0xff;
    }

    boolean owns(long data) {
        return (int) data == index && (int) (data >>> 40) == generation;
    }

    int index() {
        return index;
    }

    int fd() {
        return fd;
    }

    ReadyHandle handle() {
        return handle;
    }

    // ---- operations

    /** The number of operations that the kernel has not ended. */
    int pending() {
        return pending;
    }

    /** Returns whether operations are being ended: none may be begun. */
    boolean isSettling() {
        return settling;
    }

    /** Receives into the loop's buffers: once, or until it is cancelled or the connection ends. */
    void receive(boolean again) {
        pending++;
        loop.ring()
                .queue(
                        UringAbi.OP_RECV,
                        UringAbi.ENTRY_BUFFER_SELECT,
                        again ? UringAbi.RECV_MULTISHOT : 0,
                        fd,
                        0,
                        0,
                        0,
                        data(RECEIVE));
    }

    /** Asks that receiving end; it is over when its last completion says so. */
    void stopReceiving() {
        loop.ring().queue(UringAbi.OP_ASYNC_CANCEL, 0, 0, -1, data(RECEIVE), 0, 0, 0);
    }

    /** Tells once that there is room for what is sent. */
    void awaitRoom() {
        poll(0, Linux.POLLOUT);
    }

    private void poll(int options, int events) {
        pending++;
        loop.ring().queue(UringAbi.OP_POLL_ADD, 0, 0, fd, 0, options, events, data(POLL));
    }

    @Override
    public void watch() {
        if (handle instanceof UringHandle connection) {
            connection.begin();
        } else if (pending == 0 && !cancelled) {
            poll(UringAbi.POLL_MULTI, Linux.POLLIN);
        }
    }

    // ---- completions

    /** Writes down what a completion means. */
    void completed(int operation, int result, int flags) {
        if ((flags & UringAbi.COMPLETION_MORE) == 0) {
            pending--;
        }
        if (handle instanceof UringHandle connection) {
            connection.completed(operation, result, flags);
        } else if (pending == 0 && !settling && !cancelled) {
            // The kernel ends a poll when it could not tell what it saw; nothing is lost by asking again.
            poll(UringAbi.POLL_MULTI, Linux.POLLIN);
        }
    }

    /** Does what follows from it. */
    void react(int operation, int result) {
        if (cancelled) {
            return;
        }
        if (handle instanceof UringHandle connection) {
            connection.react(operation);
        } else if (handle.isOpen()) {
            handle.ready(result > 0 ? result : Linux.POLLIN);
        }
    }

    /** Lets the handle hand on what it received. */
    void deliver() {
        if (!cancelled && handle instanceof UringHandle connection) {
            connection.deliver();
        }
    }

    /** Has the handle deliver at the end of the turn. */
    void deliverAtEndOfTurn() {
        loop.deliverAtEndOfTurn(this);
    }

    /** A copy of what was received into the buffer that the flags of the completion name. */
    ByteBuf received(int flags, int size, ByteBufAllocator allocator) {
        return loop.buffers().take(flags >>> UringAbi.COMPLETION_BUFFER_SHIFT, size, allocator);
    }

    /** The buffer that the flags name has nothing in it. */
    void unused(int flags) {
        loop.buffers().giveBack(flags >>> UringAbi.COMPLETION_BUFFER_SHIFT);
    }

    /** The kernel found no buffer to receive into. */
    void ranOutOfBuffers() {
        loop.buffers().ranOut();
    }

    /** The loop's vector for gathering writes. */
    IoVector vector() {
        return loop.vector();
    }

    /** Counts bytes that the handle has received and nobody has asked for yet; negative when they have been given on. */
    void held(int bytes) {
        loop.held(bytes);
    }

    /** Returns whether the loop holds so much already that nothing may be received which is not asked for. */
    boolean isTight() {
        return loop.isTight();
    }

    // ---- the end

    @Override
    public void settle() {
        if (pending > 0 && !settling) {
            settling = true;
            try {
                loop.settle(this);
            } finally {
                settling = false;
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked") // The type is the caller's to choose, by the contract of Netty.
    public <T> T attachment() {
        return (T) this;
    }

    @Override
    public long submit(IoOps ops) {
        throw new UnsupportedOperationException("operations are methods of the registration");
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
        settle();
        cancelled = true;
        loop.remove(this);
        handle.unregistered();
        return true;
    }
}
