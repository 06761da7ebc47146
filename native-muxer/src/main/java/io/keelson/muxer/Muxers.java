package io.keelson.muxer;

import io.keelson.muxer.internal.JavaServerSocketChannel;
import io.keelson.muxer.internal.MuxerLog;
import io.keelson.muxer.internal.NativeIo;
import io.netty.channel.nio.NioIoHandler;

/** Opens muxers. Thread-safe. See docs/design/muxer.md. */
public final class Muxers {
    private Muxers() {}

    /**
     * Opens a muxer. Its reader threads have been started when this returns.
     *
     * <p>Where the native one is asked for and does not load, message 000438 says why and the Java one is opened.
     *
     * @param settings its name, kind and number of readers
     */
    public static Muxer open(MuxerSettings settings) {
        return open(settings, NativeIo::probe);
    }

    static Muxer open(MuxerSettings settings, Probe probe) {
        return settings.nativeIo() && loads(probe)
                ? new EventLoopMuxer(Muxer.Kind.NATIVE, settings, NativeIo.handlers(), NativeIo.serverChannel())
                : new EventLoopMuxer(
                        Muxer.Kind.JAVA, settings, NioIoHandler.newFactory(), JavaServerSocketChannel.class);
    }

    private static boolean loads(Probe probe) {
        try {
            probe.run();
            return true;
        } catch (Throwable reason) {
            MuxerLog.LOG.nativeMuxerUnavailable(rootOf(reason).toString());
            MuxerLog.LOG.debugf(reason, "why the native muxer does not load");
            return false;
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

    /** Tries whether the native muxer works here; throws what is in the way. */
    interface Probe {
        void run() throws Throwable;
    }
}
