package io.keelson.muxer.internal;

import io.netty.channel.AbstractChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import org.jspecify.annotations.Nullable;

/**
 * Base of the listening and the connected channel: the registration, and reading by edges.
 *
 * <p>The kernel reports a change of readiness once. {@code readable} remembers it until a read has shown that nothing is left;
 * {@code readPending} says that the pipeline has asked for data. When both are set there is either a read under way or one
 * to come as a task of the loop, so that neither an edge nor a request to read is ever lost. These fields belong to the
 * loop's thread.
 */
abstract class NativeChannel extends AbstractChannel {
    final NativeSocket socket;
    boolean readable;
    boolean readPending;
    private boolean reading;
    private boolean readScheduled;
    private @Nullable IoRegistration registration;
    private final Runnable readTask = this::runScheduledRead;

    NativeChannel(@Nullable Channel parent, NativeSocket socket) {
        super(parent);
        this.socket = socket;
    }

    /** Reads until nothing is left, the budget is used or nobody asks for more. Called when {@link #mayRead}. */
    abstract void read0();

    /** Returns whether reading makes sense: the channel is open, its end not seen, and nothing holds reading back. */
    abstract boolean mayRead();

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    protected boolean isCompatible(EventLoop loop) {
        return loop instanceof IoEventLoop io && io.isCompatible(((NativeUnsafe) unsafe()).getClass());
    }

    @Override
    protected abstract NativeUnsafe newUnsafe();

    @Override
    protected void doRegister(ChannelPromise promise) {
        ((IoEventLoop) eventLoop()).register((NativeUnsafe) unsafe()).addListener((Future<IoRegistration> made) -> {
            if (!made.isSuccess()) {
                promise.setFailure(made.cause());
                return;
            }
            registration = made.getNow();
            try {
                if (isActive()) {
                    watch();
                }
                promise.setSuccess();
            } catch (SystemCallException e) {
                promise.setFailure(e);
            }
        });
    }

    /** Asks for events from now on; to be called when the socket is connected or listens. */
    void watch() throws SystemCallException {
        registration().watch();
    }

    final NativeRegistration registration() {
        IoRegistration made = registration;
        if (made == null) {
            throw new IllegalStateException(this + " is not registered");
        }
        return made.attachment();
    }

    final boolean hasRegistration() {
        return registration != null;
    }

    @Override
    protected void doDeregister() {
        IoRegistration made = registration;
        if (made != null) {
            registration = null;
            // Another loop will be told anew what is ready.
            readable = false;
            readScheduled = false;
            made.cancel();
        }
    }

    @Override
    protected void doBeginRead() throws Exception {
        readPending = true;
        if (!reading) {
            readLaterIfReady();
        }
    }

    /** Any thread: the pipeline no longer wants data, until it asks again. */
    final void clearReadPending() {
        if (!isRegistered() || eventLoop().inEventLoop()) {
            readPending = false;
        } else {
            eventLoop().execute(() -> readPending = false);
        }
    }

    final void readIfAsked() {
        if (readable && readPending && !reading) {
            readNow();
        }
    }

    private void readNow() {
        if (!mayRead()) {
            return;
        }
        reading = true;
        try {
            read0();
        } finally {
            reading = false;
            readLaterIfReady();
            afterRead();
        }
    }

    /** Called when a read has ended, whatever it has left. */
    void afterRead() {}

    final void readLaterIfReady() {
        if (readable && readPending && !readScheduled && mayRead()) {
            readScheduled = true;
            eventLoop().execute(readTask);
        }
    }

    private void runScheduledRead() {
        // The channel may have moved to another loop since, which has been told anew what is ready.
        if (registration != null && eventLoop().inEventLoop()) {
            readScheduled = false;
            readIfAsked();
        }
    }

    @Override
    protected void doClose() {
        if (registration != null) {
            registration().settle();
        }
        socket.close();
    }

    @Override
    protected void doDisconnect() {
        doClose();
    }

    @Override
    protected @Nullable SocketAddress localAddress0() {
        return socket.localAddress();
    }

    static InetSocketAddress inet(SocketAddress address) {
        if (address instanceof InetSocketAddress inet) {
            if (inet.isUnresolved()) {
                throw new UnresolvedAddressException();
            }
            return inet;
        }
        throw new UnsupportedAddressTypeException();
    }

    abstract class NativeUnsafe extends AbstractUnsafe implements ReadyHandle {
        @Override
        public final int fd() {
            return socket.fd();
        }

        @Override
        public final boolean isOpen() {
            return socket.isOpen();
        }

        @Override
        public final void close() {
            close(voidPromise());
        }

        /** Clients are not what this muxer is for. */
        @Override
        public final void connect(SocketAddress remote, SocketAddress local, ChannelPromise promise) {
            promise.setFailure(new UnsupportedOperationException("the native muxer only accepts connections"));
        }

        @Override
        public String toString() {
            return NativeChannel.this.toString();
        }
    }
}
