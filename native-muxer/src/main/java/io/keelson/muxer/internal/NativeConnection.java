package io.keelson.muxer.internal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.FileRegion;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.UncheckedBooleanSupplier;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.internal.StringUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An accepted TCP connection: what does not depend on how its bytes come and go, which the two kinds below do by readiness
 * (epoll) and by completion (io_uring).
 */
abstract class NativeConnection extends NativeChannel implements SocketChannel {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);
    /** Bytes of files that take as much of a turn as one call does: with the usual budget of 16, a turn sends 1 MiB of files. */
    private static final int BYTES_OF_A_CALL = SentRegion.TURN / 16;

    private final NativeSocketConfig config;
    private final byte[] peer;
    private final UncheckedBooleanSupplier moreToRead = () -> readable;
    private final Runnable flushTask = () -> ((ConnectedUnsafe) unsafe()).flush0();
    private @Nullable RegionTarget regionTarget;
    /** True if the kernel may have room for what is sent. */
    boolean writable = true;

    private boolean inputEndSeen;
    /** A close is under way on another thread: the descriptor is no longer the loop's to use. */
    private boolean closing;

    NativeConnection(NativeServerSocketChannel parent, NativeSocket socket, byte[] peer) {
        super(parent, socket);
        this.peer = peer;
        this.config = new NativeSocketConfig(this);
    }

    @Override
    public NativeSocketConfig config() {
        return config;
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }

    @Override
    public ServerSocketChannel parent() {
        return (ServerSocketChannel) super.parent();
    }

    @Override
    public boolean isActive() {
        return socket.isOpen();
    }

    @Override
    public @Nullable InetSocketAddress localAddress() {
        return (InetSocketAddress) super.localAddress();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return (InetSocketAddress) super.remoteAddress();
    }

    @Override
    protected SocketAddress remoteAddress0() {
        return SocketAddresses.decode(peer);
    }

    @Override
    protected void doBind(SocketAddress local) {
        throw new UnsupportedOperationException("an accepted connection is bound already");
    }

    // ---- reading

    /**
     * The next bytes, at most as many as the budget guesses; null when there are none now or no more, which the budget's
     * count of bytes tells: 0 or -1.
     */
    abstract @Nullable ByteBuf receive(RecvByteBufAllocator.Handle budget) throws IOException;

    /** The kernel has no room for what is sent: sees to it that the channel is told when it has. */
    abstract void awaitRoom();

    /** The loop's vector for gathering writes. */
    abstract IoVector vector();

    @Override
    boolean mayRead() {
        return socket.isOpen()
                && !closing
                && !(socket.isInputShutdown() && (inputEndSeen || !config.isAllowHalfClosure()));
    }

    @Override
    void read0() {
        RecvByteBufAllocator.Handle budget = unsafe().recvBufAllocHandle();
        budget.reset(config);
        boolean ended = false;
        IOException failure = null;
        try {
            do {
                ByteBuf data = receive(budget);
                int count = budget.lastBytesRead();
                if (data == null) {
                    ended = count < 0;
                    break;
                }
                budget.incMessagesRead(1);
                readPending = false;
                pipeline().fireChannelRead(data);
            } while (mayRead() && continues(budget));
        } catch (IOException e) {
            failure = e;
        }
        if (ended || failure != null) {
            readable = false;
            readPending = false;
        }
        budget.readComplete();
        pipeline().fireChannelReadComplete();
        if (failure != null) {
            inputFailed(failure);
        } else if (ended) {
            inputEnded();
        }
    }

    private boolean continues(RecvByteBufAllocator.Handle budget) {
        return budget instanceof RecvByteBufAllocator.ExtendedHandle extended
                ? extended.continueReading(moreToRead)
                : budget.continueReading();
    }

    private void inputEnded() {
        if (!socket.isOpen()) {
            return;
        }
        if (!socket.isInputShutdown()) {
            if (!config.isAllowHalfClosure()) {
                unsafe().close(voidPromise());
                return;
            }
            try {
                socket.shutdownInput();
            } catch (IOException e) {
                // The connection has been reset meanwhile: both halves are gone.
                pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
                unsafe().close(voidPromise());
                return;
            }
            pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
        if (!inputEndSeen) {
            inputEndSeen = true;
            pipeline().fireUserEventTriggered(ChannelInputShutdownReadComplete.INSTANCE);
        }
    }

    private void inputFailed(IOException failure) {
        pipeline().fireExceptionCaught(failure);
        if (socket.isOpen()) {
            if (config.isAllowHalfClosure() && !socket.isInputShutdown()) {
                pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
            }
            unsafe().close(voidPromise());
        }
    }

    // ---- writing

    @Override
    protected Object filterOutboundMessage(Object message) {
        if (message instanceof ByteBuf buffer) {
            return buffer.isDirect() && buffer.nioBufferCount() <= Linux.IOV_MAX ? buffer : direct(buffer);
        }
        if (message instanceof FileRegion) {
            return message;
        }
        throw new UnsupportedOperationException(
                "a socket sends ByteBuf and FileRegion, not " + StringUtil.simpleClassName(message));
    }

    private ByteBuf direct(ByteBuf buffer) {
        int size = buffer.readableBytes();
        try {
            return size == 0
                    ? Unpooled.EMPTY_BUFFER
                    : alloc().directBuffer(size).writeBytes(buffer, buffer.readerIndex(), size);
        } finally {
            buffer.release();
        }
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer queue) throws Exception {
        int budget = config.getWriteSpinCount();
        while (budget > 0) {
            // A listener that was told about a write may have closed the channel.
            if (closing || !socket.isOpen()) {
                return;
            }
            Object message = queue.current();
            if (message == null) {
                return;
            }
            budget -= message instanceof ByteBuf buffer
                    ? writeBuffers(queue, buffer)
                    : writeRegion(queue, (FileRegion) message);
            if (!writable) {
                return;
            }
        }
        // Not as a task of this turn: those run until there is none, and a fast peer would have all of the loop.
        // What is scheduled runs after the sockets have been looked at.
        eventLoop().schedule(flushTask, 0, TimeUnit.NANOSECONDS);
    }

    /** Writes the first buffer or, where there are more, as many as fit; returns how much of the budget it took. */
    private int writeBuffers(ChannelOutboundBuffer queue, ByteBuf first) throws Exception {
        long count;
        if (queue.size() == 1 && first.nioBufferCount() == 1) {
            int size = first.readableBytes();
            if (size == 0) {
                queue.remove();
                return 0;
            }
            count = socket.send(addressOf(first, first.readerIndex(), size), size);
        } else {
            IoVector vector = vector().fill(queue);
            if (vector.count() == 0) {
                // Only empty buffers: this removes them.
                queue.removeBytes(0);
                return 0;
            }
            int size = first.readableBytes();
            // The head of a response and then a file, whose first bytes go in the same segment.
            boolean ahead = vector.beforeFile() && vector.count() == 1 && size > 0 && first.nioBufferCount() == 1;
            count = ahead ? socket.sendAhead(addressOf(first, first.readerIndex(), size), size) : socket.send(vector);
        }
        if (count == 0) {
            writable = false;
            awaitRoom();
        } else {
            queue.removeBytes(count);
        }
        return 1;
    }

    /** Writes from a file; returns how much of the budget it took. */
    private int writeRegion(ChannelOutboundBuffer queue, FileRegion region) throws IOException {
        long count = 0;
        if (region.transferred() < region.count()) {
            count = region instanceof SentRegion sent && sent.file() instanceof NativeFile file && file.sendable()
                    ? sendFile(sent, file)
                    : region.transferTo(regionTarget(), region.transferred());
            if (count > 0) {
                queue.progress(count);
            }
        }
        if (region.transferred() >= region.count()) {
            queue.remove();
        }
        return (int) Math.max(1, count / BYTES_OF_A_CALL);
    }

    private RegionTarget regionTarget() {
        RegionTarget target = regionTarget;
        if (target == null) {
            target = new RegionTarget(this);
            regionTarget = target;
        }
        return target;
    }

    /** By {@code sendfile}: from the kernel's cache of the file to the socket. */
    private long sendFile(SentRegion region, NativeFile file) throws IOException {
        long count;
        try {
            count = socket.send(file, region.at(), region.next());
        } catch (SystemCallException e) {
            if (e.errno() != Linux.EINVAL && e.errno() != Linux.ENOSYS) {
                throw e;
            }
            MuxerLog.LOG.debugf(e, "files there are copied");
            file.notSendable();
            return 0;
        }
        if (count < 0) {
            throw file.tooShort();
        }
        if (count == 0) {
            writable = false;
            awaitRoom();
        }
        region.moved(count);
        return count;
    }

    /** For file regions: writes from a buffer outside the heap; 0 when there is no room. */
    final int write(ByteBuffer direct) throws IOException {
        int count = socket.send(Linux.address(direct) + direct.position(), direct.remaining());
        if (count == 0) {
            writable = false;
            awaitRoom();
        }
        direct.position(direct.position() + count);
        return count;
    }

    static long addressOf(ByteBuf buffer, int index, int size) {
        if (buffer.hasMemoryAddress()) {
            return buffer.memoryAddress() + index;
        }
        ByteBuffer view = buffer.internalNioBuffer(index, size);
        return Linux.address(view) + view.position();
    }

    // ---- closing

    @Override
    protected void doShutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public boolean isInputShutdown() {
        return socket.isInputShutdown();
    }

    @Override
    public boolean isOutputShutdown() {
        return socket.isOutputShutdown();
    }

    @Override
    public boolean isShutdown() {
        return isInputShutdown() && isOutputShutdown();
    }

    @Override
    public ChannelFuture shutdownInput() {
        return shutdownInput(newPromise());
    }

    @Override
    public ChannelFuture shutdownInput(ChannelPromise promise) {
        onLoop(() -> {
            try {
                socket.shutdownInput();
                promise.setSuccess();
            } catch (IOException e) {
                promise.setFailure(e);
            }
        });
        return promise;
    }

    @Override
    public ChannelFuture shutdownOutput() {
        return shutdownOutput(newPromise());
    }

    @Override
    public ChannelFuture shutdownOutput(ChannelPromise promise) {
        onLoop(() -> ((ConnectedUnsafe) unsafe()).shutdownOutput(promise));
        return promise;
    }

    @Override
    public ChannelFuture shutdown() {
        return shutdown(newPromise());
    }

    /** Output first, then input; fails with the first failure. */
    @Override
    public ChannelFuture shutdown(ChannelPromise promise) {
        shutdownOutput()
                .addListener(output -> shutdownInput().addListener(input -> {
                    Throwable failure = output.isSuccess() ? input.cause() : output.cause();
                    if (failure == null) {
                        promise.setSuccess();
                    } else {
                        promise.setFailure(failure);
                    }
                }));
        return promise;
    }

    private void onLoop(Runnable task) {
        if (eventLoop().inEventLoop()) {
            task.run();
        } else {
            eventLoop().execute(task);
        }
    }

    abstract class ConnectedUnsafe extends NativeUnsafe {
        /** While there is no room there is no point in trying: the channel is told when there is. */
        @Override
        protected final void flush0() {
            if (writable) {
                super.flush0();
            }
        }

        /** With SO_LINGER close(2) blocks until the data have been acknowledged or the time is over: not on the loop. */
        @Override
        protected final @Nullable Executor prepareToClose() {
            if (socket.isOpen() && socket.linger() > 0) {
                closing = true;
                doDeregister();
                return GlobalEventExecutor.INSTANCE;
            }
            return null;
        }
    }
}
