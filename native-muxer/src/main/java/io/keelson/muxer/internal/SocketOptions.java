package io.keelson.muxer.internal;

import io.netty.channel.ChannelException;
import java.io.IOException;

/** Options as {@code ChannelOption} has them: a failure is Netty's exception. */
final class SocketOptions {
    private SocketOptions() {}

    static boolean flag(NativeSocket socket, int level, int name) {
        try {
            return socket.option(level, name) != 0;
        } catch (IOException e) {
            throw new ChannelException(e);
        }
    }

    static void flag(NativeSocket socket, int level, int name, boolean value) {
        set(socket, level, name, value ? 1 : 0);
    }

    /** The size that was set: Linux doubles it, for its own needs, and tells the double. */
    static int bufferSize(NativeSocket socket, int name) {
        try {
            return socket.option(Linux.SOL_SOCKET, name) / 2;
        } catch (IOException e) {
            throw new ChannelException(e);
        }
    }

    static void bufferSize(NativeSocket socket, int name, int bytes) {
        set(socket, Linux.SOL_SOCKET, name, bytes);
    }

    private static void set(NativeSocket socket, int level, int name, int value) {
        try {
            socket.option(level, name, value);
        } catch (IOException e) {
            throw new ChannelException(e);
        }
    }
}
