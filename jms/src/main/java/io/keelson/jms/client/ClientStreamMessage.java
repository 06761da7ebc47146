package io.keelson.jms.client;

import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.StreamMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message of a sequence of values. */
final class ClientStreamMessage extends ClientMessage implements StreamMessage {
    private final List<@Nullable Object> values = new ArrayList<>();
    private int next;

    /** Number of bytes of the value at {@link #next} that were read; -1: nothing, not even that they are there. */
    private int bytesRead = -1;

    static ClientStreamMessage of(byte @Nullable [] body) {
        ClientStreamMessage made = new ClientStreamMessage();
        if (body != null) {
            ByteReader in = new ByteReader(body);
            while (in.left() > 0) {
                made.values.add(in.getValue());
            }
        }
        return made;
    }

    @Override
    BodyKind kind() {
        return BodyKind.STREAM;
    }

    @Override
    byte @Nullable [] body() {
        ByteWriter out = new ByteWriter(64);
        values.forEach(out::putValue);
        return out.toBytes();
    }

    private interface Conversion<T> {
        T of(@Nullable Object value) throws JMSException;
    }

    /** A value that cannot be converted is not passed over. */
    private <T> T next(Conversion<T> conversion) throws JMSException {
        T converted = conversion.of(peek());
        next++;
        return converted;
    }

    private @Nullable Object peek() throws JMSException {
        readable();
        if (bytesRead >= 0) {
            throw new MessageFormatException("the bytes that were begun have not been read to their end", "CONVERSION");
        }
        if (next >= values.size()) {
            throw new MessageEOFException("the stream message has no more values", "END");
        }
        return values.get(next);
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return next(Conversions::toBoolean);
    }

    @Override
    public byte readByte() throws JMSException {
        return next(Conversions::toByte);
    }

    @Override
    public short readShort() throws JMSException {
        return next(Conversions::toShort);
    }

    @Override
    public char readChar() throws JMSException {
        return next(Conversions::toChar);
    }

    @Override
    public int readInt() throws JMSException {
        return next(Conversions::toInt);
    }

    @Override
    public long readLong() throws JMSException {
        return next(Conversions::toLong);
    }

    @Override
    public float readFloat() throws JMSException {
        return next(Conversions::toFloat);
    }

    @Override
    public double readDouble() throws JMSException {
        return next(Conversions::toDouble);
    }

    @Override
    public @Nullable String readString() throws JMSException {
        String text = Conversions.toText(peek());
        next++;
        return text;
    }

    @Override
    public int readBytes(byte[] into) throws JMSException {
        if (bytesRead < 0) {
            Object value = peek();
            if (value == null) {
                next++;
                return -1;
            }
            if (!(value instanceof byte[])) {
                throw new MessageFormatException("the next value is not of bytes", "CONVERSION");
            }
            bytesRead = 0;
        }
        byte[] all = (byte[]) values.get(next);
        if (all == null) {
            throw new IllegalStateException("bytes that were begun are gone");
        }
        int count = Math.min(into.length, all.length - bytesRead);
        if (count == 0 && (bytesRead > 0 || all.length == 0) && into.length > 0) {
            boolean empty = all.length == 0 && bytesRead == 0;
            bytesRead = -1;
            next++;
            return empty ? 0 : -1;
        }
        System.arraycopy(all, bytesRead, into, 0, count);
        bytesRead += count;
        if (count < into.length) {
            bytesRead = -1;
            next++;
        }
        return count;
    }

    @Override
    public @Nullable Object readObject() throws JMSException {
        Object value = Conversions.bodyValue(peek());
        next++;
        return value;
    }

    @Override
    public void writeBoolean(boolean value) throws JMSException {
        writeObject(value);
    }

    @Override
    public void writeByte(byte value) throws JMSException {
        writeObject(value);
    }

    @Override
    public void writeShort(short value) throws JMSException {
        writeObject(value);
    }

    @Override
    public void writeChar(char value) throws JMSException {
        writeObject(value);
    }

    @Override
    public void writeInt(int value) throws JMSException {
        writeObject(value);
    }

    @Override
    public void writeLong(long value) throws JMSException {
        writeObject(value);
    }

    @Override
    public void writeFloat(float value) throws JMSException {
        writeObject(value);
    }

    @Override
    public void writeDouble(double value) throws JMSException {
        writeObject(value);
    }

    @Override
    public void writeString(@Nullable String value) throws JMSException {
        writeObject(value);
    }

    @Override
    public void writeBytes(byte @Nullable [] value) throws JMSException {
        writeObject(value);
    }

    @Override
    public void writeBytes(byte[] value, int offset, int length) throws JMSException {
        writeObject(Arrays.copyOfRange(value, offset, offset + length));
    }

    @Override
    public void writeObject(@Nullable Object value) throws JMSException {
        writable();
        values.add(Conversions.bodyValue(value));
    }

    @Override
    public void reset() {
        readOnlyBody(true);
        next = 0;
        bytesRead = -1;
    }

    @Override
    public void clearBody() throws JMSException {
        super.clearBody();
        values.clear();
        next = 0;
        bytesRead = -1;
    }

    @Override
    public <T> @Nullable T getBody(Class<T> type) throws JMSException {
        throw new MessageFormatException("a stream message has no body as a whole", "CONVERSION");
    }

    @Override
    @SuppressWarnings("rawtypes") // the interface has it so
    public boolean isBodyAssignableTo(Class type) {
        return false;
    }
}
