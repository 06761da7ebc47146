package io.keelson.muxer;

import io.keelson.muxer.internal.JavaServerSocketChannel;
import io.keelson.muxer.internal.MuxerLog;
import io.keelson.muxer.internal.NativeIo;
import io.netty.channel.nio.NioIoHandler;
import org.jspecify.annotations.Nullable;

/** Opens muxers. Thread-safe. See docs/design/muxer.md. */
public final class Muxers {
    private Muxers() {}

    /**
     * Opens a muxer. Its reader threads have been started when this returns.
     *
     * <p>Where the one that is asked for does not work here, a message says why and the next best is opened: 000404 and
     * the one on epoll instead of io_uring, 000438 and the Java one instead of epoll.
     *
     * @param settings its name, kind and number of readers
     */
    public static Muxer open(MuxerSettings settings) {
        return open(settings, NativeIo::probe);
    }

    static Muxer open(MuxerSettings settings, Probe probe) {
        if (settings.kind() == Muxer.Kind.IO_URING) {
            Throwable reason = failureOf(probe, NativeIo.IO_URING);
            if (reason == null) {
                return muxer(Muxer.Kind.IO_URING, settings, NativeIo.IO_URING);
            }
            MuxerLog.LOG.uringUnavailable(rootOf(reason).toString());
        }
        if (settings.kind() != Muxer.Kind.JAVA) {
            Throwable reason = failureOf(probe, NativeIo.EPOLL);
            if (reason == null) {
                return muxer(Muxer.Kind.NATIVE, settings, NativeIo.EPOLL);
            }
            MuxerLog.LOG.nativeMuxerUnavailable(rootOf(reason).toString());
        }
        return new EventLoopMuxer(Muxer.Kind.JAVA, settings, NioIoHandler.newFactory(), JavaServerSocketChannel.class);
    }

    private static Muxer muxer(Muxer.Kind kind, MuxerSettings settings, NativeIo io) {
        return new EventLoopMuxer(kind, settings, io.handlers(), io.serverChannel());
    }

    /** Returns what is in the way; null when it works. */
    private static @Nullable Throwable failureOf(Probe probe, NativeIo io) {
        try {
            probe.run(io);
            return null;
        } catch (Throwable reason) {
            MuxerLog.LOG.debugf(reason, "why %s does not work", io);
            return reason;
        }
    }

    /** A class that failed to initialise says nothing; what it failed of does. */
    private static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** Tries whether a native muxer works here; throws what is in the way. */
    interface Probe {
        void run(NativeIo io) throws Throwable;
    }
}
