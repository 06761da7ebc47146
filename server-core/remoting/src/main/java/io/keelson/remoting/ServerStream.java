package io.keelson.remoting;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

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

        /**
         * A message that came in fragments, as they came; the buffers are valid during the call. Put together where nobody says
         * otherwise, which copies it.
         */
        default void received(List<ByteBuffer> fragments) {
            int length = fragments.stream().mapToInt(ByteBuffer::remaining).sum();
            ByteBuffer whole = ByteBuffer.allocate(length);
            fragments.forEach(whole::put);
            received(whole.flip());
        }

        /** All that was there to be read has been received. What is sent now goes out with what was sent before. */
        void readComplete();

        /** A message that was given to {@link ServerStream#send} has been handed to the system, so that fewer bytes wait. */
        default void sent() {}

        /** Has ended, once, whatever the reason; what was sent may have arrived or not. */
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

    /**
     * Does the same as {@link #send(int, Writer)}, a message that is made of parts, which nobody changes any more: they are not copied
     * before they go out. For what is larger than {@link #wholeMessageSize}.
     *
     * @param parts from position to limit; together 1 to {@link #maxMessageSize} bytes
     */
    void send(List<ByteBuffer> parts);

    /** Sends what was given to {@link #send}. */
    void flush();

    /** The largest message, in bytes. */
    int maxMessageSize();

    /** The largest message that is sent as it is, in bytes; larger ones are cut up, which copies them. */
    int wholeMessageSize();

    /** Returns how many bytes were given to {@link #send} and have not been handed to the system yet. */
    long waiting();

    /** Ends it; the other end is told why. */
    void close(String why);
}
