package io.keelson.websocket.frame;

/**
 * Receiver of what a {@link FrameReader} found, in the order in which it was sent.
 *
 * <p>Specification: RFC 6455, 6.2 Receiving Data.
 */
public interface FrameListener {
    /**
     * A piece of a message: unmasked, not compressed any more, and of text only what is valid UTF-8; a piece may end within a
     * character. Pieces without content come only as the last of a message.
     *
     * @param bytes the caller's array, to be copied from before the method returns
     * @param unfinished how many bytes at the end of a piece of text belong to a character that is not there as a whole; may be
     *     more than this piece has
     * @param last whether the message ends with this piece
     */
    void data(Kind kind, byte[] bytes, int offset, int length, int unfinished, boolean last) throws ProtocolFault;

    /** A ping, to be answered with the same payload. */
    void ping(byte[] payload);

    /** A pong. */
    void pong(byte[] payload);

    /**
     * A close frame. Nothing comes after it.
     *
     * @param code {@link CloseCode#NONE} where the frame had none
     */
    void close(int code, String reason);

    /** Returns whether the next piece may come now; false makes the reader stop until it is told to go on. */
    boolean ready();
}
