package io.keelson.remoting.internal.marshal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jboss.marshalling.ByteOutput;

/** Writes into a buffer up to a limit. Confined to one thread. */
final class BufferOutput implements ByteOutput {
    private ByteBuf to = Unpooled.EMPTY_BUFFER;
    private int most;

    void begin(ByteBuf buffer, int mostReadable) {
        to = buffer;
        most = mostReadable;
    }

    void end() {
        to = Unpooled.EMPTY_BUFFER;
    }

    @Override
    public void write(int b) throws MessageTooLargeException {
        check(1);
        to.writeByte(b);
    }

    @Override
    public void write(byte[] bytes) throws MessageTooLargeException {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws MessageTooLargeException {
        check(length);
        to.writeBytes(bytes, offset, length);
    }

    private void check(int more) throws MessageTooLargeException {
        if (to.readableBytes() + more > most) {
            throw new MessageTooLargeException(most);
        }
    }

    @Override
    public void flush() {
        // Nothing is kept back.
    }

    @Override
    public void close() {
        // The buffer is the caller's.
    }
}
