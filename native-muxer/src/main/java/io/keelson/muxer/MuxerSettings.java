package io.keelson.muxer;

/**
 * Settings of a muxer.
 *
 * @param name the name of its queue in thread names: {@code keelson.socket.Muxer} gives threads named
 *     {@code ExecuteThread: '0' for queue: 'keelson.socket.Muxer'} and so on, counted from 0
 * @param kind what to read with, where it works here; where it does not the next best serves: instead of io_uring epoll,
 *     instead of epoll the Java muxer
 * @param readers the number of reader threads, 1 to 1024
 */
public record MuxerSettings(String name, Muxer.Kind kind, int readers) {
    public MuxerSettings {
        if (readers < 1 || readers > 1024) {
            throw new IllegalArgumentException("the number of socket readers is from 1 to 1024, not " + readers);
        }
    }

    /** The default number of readers for a machine: half of its processors, at least 1, at most 4. */
    public static int defaultReaders(int processors) {
        return Math.max(1, Math.min(4, processors / 2));
    }
}
