package io.keelson.remoting;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A connection between two servers of one domain that carries messages both ways, in their order, each once. It has a loop: a thread that
 * reads and writes it, and others. See docs/design/remoting.md.
 *
 * <p>{@link #execute}, {@link #close} and what asks are for any thread, the rest is for the loop.
 */
public interface ServerStream {
    /** Hears of the stream. All is called on its loop, and must not block. */
    interface Listener {
        /** A message; the buffer is valid during the call. */
        void received(ByteBuffer message);

        /** All that was there to be read has been received. What is sent now goes out with what was sent before. */
        void readComplete();

        /** It has ended, once, whatever the reason; what was sent may have arrived or not. */
        void closed(IOException why);
    }

    /** Writes a message. */
    interface Writer {
        /** Writes it into that buffer, as much of it as it has. */
        void write(ByteBuffer to);
    }

    /** Runs a task on the loop; not at all where that has ended. */
    void execute(Runnable task);

    /**
     * Sends a message, with the next {@link #flush}, or at the end of this turn of reading. After the end nothing happens.
     *
     * @param most how many bytes it has at most, 1 to {@link #maxMessageSize}
     */
    void send(int most, Writer writer);

    /** Sends what was given to {@link #send}. */
    void flush();

    /** The largest message, in bytes. */
    int maxMessageSize();

    /** The largest message that is sent as it is, in bytes; larger ones are cut up, which copies them. */
    int wholeMessageSize();

    /** How many bytes were given to {@link #send} and have not been handed to the system yet. */
    long waiting();

    /** Ends it; the other end is told why. */
    void close(String why);
}
