package io.keelson.muxer.internal;

import io.netty.buffer.ByteBuf;
import io.netty.channel.RecvByteBufAllocator;
import java.io.IOException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A connection on an io_uring loop.
 *
 * <p>Receiving goes on by itself (multishot) from the first time that data are asked for; what arrives is kept until it is
 * asked for, and if it is not, receiving is stopped. Sending is done at once, as on epoll, and a poll tells when there is
 * room again: so the kernel never holds memory of the channel.
 */
final class UringSocketChannel extends NativeConnection {
    /** Received and not handed on. */
    private final ArrayDeque<ByteBuf> held = new ArrayDeque<>(2);

    private boolean inputEnd;
    private @Nullable IOException inputFailure;
    private boolean receiving;
    private boolean stopping;
    private boolean delivering;
    private boolean awaitingRoom;

    UringSocketChannel(NativeServerSocketChannel parent, NativeSocket socket, byte[] peer) {
        super(parent, socket, peer);
    }

    private UringRegistration loop() {
        return (UringRegistration) registration();
    }

    private boolean mayBegin() {
        return hasRegistration() && !loop().isSettling();
    }

    // ---- reading

    @Override
    protected void doBeginRead() throws Exception {
        super.doBeginRead();
        receiveIfAsked();
    }

    @Override
    void afterRead() {
        if (!held.isEmpty() && !readPending) {
            stopReceiving();
        }
        receiveIfAsked();
    }

    private void receiveIfAsked() {
        if (readPending
                && !receiving
                && held.isEmpty()
                && !inputEnd
                && inputFailure == null
                && mayRead()
                && mayBegin()) {
            receiving = true;
            loop().receive(!loop().isTight());
        }
    }

    private void stopReceiving() {
        if (receiving && !stopping && mayBegin()) {
            stopping = true;
            loop().stopReceiving();
        }
    }

    private void received(int result, int flags) {
        if ((flags & UringAbi.COMPLETION_MORE) == 0) {
            receiving = false;
            stopping = false;
        }
        if (result > 0 && inputFailure == null) {
            take(result, flags);
            return;
        }
        if ((flags & UringAbi.COMPLETION_BUFFER) != 0) {
            loop().unused(flags);
        }
        if (inputFailure != null) {
            return;
        }
        switch (-result) {
            case 0 -> {
                inputEnd = true;
                readable = true;
            }
            case Linux.ENOBUFS -> loop().ranOutOfBuffers();
            case Linux.ECANCELED, Linux.EINTR, Linux.EAGAIN -> {}
            default -> {
                inputFailure = new SystemCallException("recv", -result);
                readable = true;
            }
        }
    }

    /** Without memory for it the stream has a hole, and ends there. */
    private void take(int size, int flags) {
        readable = true;
        try {
            held.add(loop().received(flags, size, config().getAllocator()));
            loop().held(size);
        } catch (Throwable e) {
            inputFailure = new IOException("no memory for what was received", e);
        }
    }

    @Override
    @Nullable
    ByteBuf receive(RecvByteBufAllocator.Handle budget) throws IOException {
        ByteBuf data = held.peek();
        if (data == null) {
            readable = false;
            if (inputFailure != null) {
                throw inputFailure;
            }
            budget.lastBytesRead(inputEnd ? -1 : 0);
            return null;
        }
        int most = Math.max(1, budget.guess());
        budget.attemptedBytesRead(most);
        if (data.readableBytes() > most) {
            data = data.readRetainedSlice(most);
        } else {
            held.remove();
            readable = !held.isEmpty() || inputEnd || inputFailure != null;
        }
        int count = data.readableBytes();
        budget.lastBytesRead(count);
        loop().held(-count);
        return data;
    }

    private int heldBytes() {
        int bytes = 0;
        for (ByteBuf data : held) {
            bytes += data.readableBytes();
        }
        return bytes;
    }

    // ---- writing

    @Override
    void awaitRoom() {
        if (!awaitingRoom && mayBegin()) {
            awaitingRoom = true;
            loop().awaitRoom();
        }
    }

    @Override
    IoVector vector() {
        return loop().vector();
    }

    // ---- coming and going

    @Override
    protected void doDeregister() {
        if (hasRegistration()) {
            loop().settle();
            loop().held(-heldBytes());
        }
        super.doDeregister();
        delivering = false;
    }

    @Override
    protected void doClose() {
        super.doClose();
        if (hasRegistration()) {
            loop().held(-heldBytes());
        }
        held.forEach(ByteBuf::release);
        held.clear();
    }

    @Override
    protected NativeUnsafe newUnsafe() {
        return new UringUnsafe();
    }

    private final class UringUnsafe extends ConnectedUnsafe implements UringHandle {
        @Override
        public void begin() {
            loop().held(heldBytes());
            readable = !held.isEmpty() || inputEnd || inputFailure != null;
            readLaterIfReady();
            receiveIfAsked();
            if (!writable) {
                awaitRoom();
            }
        }

        @Override
        public void completed(int operation, int result, int flags) {
            switch (operation) {
                case UringRegistration.RECEIVE -> received(result, flags);
                case UringRegistration.POLL -> {
                    awaitingRoom = false;
                    writable |= result != -Linux.ECANCELED;
                }
                default -> throw new IllegalStateException("no operation of this channel: " + operation);
            }
        }

        @Override
        public void react(int operation) {
            if (operation == UringRegistration.POLL) {
                flush0();
            } else if (readable) {
                deliverAtEndOfTurn();
            } else {
                receiveIfAsked();
            }
        }

        private void deliverAtEndOfTurn() {
            if (!delivering) {
                delivering = true;
                loop().deliverAtEndOfTurn();
            }
        }

        @Override
        public void deliver() {
            delivering = false;
            readIfAsked();
            afterRead();
        }

        @Override
        public void tighten() {
            if (!readPending) {
                stopReceiving();
            }
        }

        @Override
        public void ready(int events) {
            throw new UnsupportedOperationException("an io_uring loop tells completions");
        }
    }
}
