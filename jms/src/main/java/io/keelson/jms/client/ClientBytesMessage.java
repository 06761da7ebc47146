package io.keelson.jms.client;

import io.keelson.jms.message.BodyKind;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A message of bytes. */
final class ClientBytesMessage extends ClientMessage implements BytesMessage {
    private byte[] content = {};
    private ByteArrayOutputStream written = new ByteArrayOutputStream();
    private DataOutputStream out = new DataOutputStream(written);
    private DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));

    static ClientBytesMessage of(byte @Nullable [] body) {
        ClientBytesMessage made = new ClientBytesMessage();
        made.content = body == null ? new byte[0] : body;
        made.reset();
        return made;
    }

    @Override
    BodyKind kind() {
        return BodyKind.BYTES;
    }

    @Override
    byte @Nullable [] body() {
        return isReadOnlyBody() ? content : written.toByteArray();
    }

    private interface Reading<T> {
        T read(DataInputStream in) throws IOException;
    }

    private interface Writing {
        void write(DataOutputStream out) throws IOException;
    }

    private <T> T read(Reading<T> reading) throws JMSException {
        readable();
        in.mark(0);
        try {
            return reading.read(in);
        } catch (EOFException e) {
            back();
            throw Failures.withCause(new MessageEOFException("the bytes message has no more bytes", "END"), e);
        } catch (IOException e) {
            back();
            throw Failures.withCause(
                    new MessageFormatException("the bytes cannot be read so: " + e.getMessage(), "CONVERSION"), e);
        }
    }

    private void back() throws JMSException {
        try {
            in.reset();
        } catch (IOException e) {
            throw Failures.of(e);
        }
    }

    private void write(Writing writing) throws JMSException {
        writable();
        try {
            writing.write(out);
        } catch (IOException e) {
            throw Failures.withCause(
                    new MessageFormatException("the value cannot be written: " + e.getMessage(), "CONVERSION"), e);
        }
    }

    @Override
    public long getBodyLength() throws JMSException {
        readable();
        return content.length;
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return read(DataInputStream::readBoolean);
    }

    @Override
    public byte readByte() throws JMSException {
        return read(DataInputStream::readByte);
    }

    @Override
    public int readUnsignedByte() throws JMSException {
        return read(DataInputStream::readUnsignedByte);
    }

    @Override
    public short readShort() throws JMSException {
        return read(DataInputStream::readShort);
    }

    @Override
    public int readUnsignedShort() throws JMSException {
        return read(DataInputStream::readUnsignedShort);
    }

    @Override
    public char readChar() throws JMSException {
        return read(DataInputStream::readChar);
    }

    @Override
    public int readInt() throws JMSException {
        return read(DataInputStream::readInt);
    }

    @Override
    public long readLong() throws JMSException {
        return read(DataInputStream::readLong);
    }

    @Override
    public float readFloat() throws JMSException {
        return read(DataInputStream::readFloat);
    }

    @Override
    public double readDouble() throws JMSException {
        return read(DataInputStream::readDouble);
    }

    @Override
    public String readUTF() throws JMSException {
        return read(stream -> stream.readUTF());
    }

    @Override
    public int readBytes(byte[] into) throws JMSException {
        return readBytes(into, into.length);
    }

    @Override
    public int readBytes(byte[] into, int length) throws JMSException {
        if (length < 0 || length > into.length) {
            throw new IndexOutOfBoundsException("a length of " + length + " for an array of " + into.length);
        }
        return read(stream -> stream.read(into, 0, length));
    }

    @Override
    public void writeBoolean(boolean value) throws JMSException {
        write(stream -> stream.writeBoolean(value));
    }

    @Override
    public void writeByte(byte value) throws JMSException {
        write(stream -> stream.writeByte(value));
    }

    @Override
    public void writeShort(short value) throws JMSException {
        write(stream -> stream.writeShort(value));
    }

    @Override
    public void writeChar(char value) throws JMSException {
        write(stream -> stream.writeChar(value));
    }

    @Override
    public void writeInt(int value) throws JMSException {
        write(stream -> stream.writeInt(value));
    }

    @Override
    public void writeLong(long value) throws JMSException {
        write(stream -> stream.writeLong(value));
    }

    @Override
    public void writeFloat(float value) throws JMSException {
        write(stream -> stream.writeFloat(value));
    }

    @Override
    public void writeDouble(double value) throws JMSException {
        write(stream -> stream.writeDouble(value));
    }

    @Override
    public void writeUTF(String value) throws JMSException {
        write(stream -> stream.writeUTF(value));
    }

    @Override
    public void writeBytes(byte[] value) throws JMSException {
        write(stream -> stream.write(value));
    }

    @Override
    public void writeBytes(byte[] value, int offset, int length) throws JMSException {
        write(stream -> stream.write(value, offset, length));
    }

    @Override
    public void writeObject(@Nullable Object value) throws JMSException {
        if (value == null) {
            throw new NullPointerException("bytes messages have no null");
        }
        Object checked = Conversions.bodyValue(value);
        if (checked instanceof byte[] bytes) {
            writeBytes(bytes);
        } else if (checked instanceof String text) {
            writeUTF(text);
        } else if (checked instanceof Character one) {
            writeChar(one);
        } else if (checked instanceof Boolean flag) {
            writeBoolean(flag);
        } else if (checked instanceof Double number) {
            writeDouble(number);
        } else if (checked instanceof Float number) {
            writeFloat(number);
        } else if (checked instanceof Long number) {
            writeLong(number);
        } else if (checked instanceof Integer number) {
            writeInt(number);
        } else if (checked instanceof Short number) {
            writeShort(number);
        } else if (checked instanceof Byte number) {
            writeByte(number);
        }
    }

    @Override
    public void reset() {
        if (!isReadOnlyBody() && written.size() > 0) {
            content = written.toByteArray();
        }
        readOnlyBody(true);
        in = new DataInputStream(new ByteArrayInputStream(content));
    }

    @Override
    public void clearBody() throws JMSException {
        super.clearBody();
        content = new byte[0];
        written = new ByteArrayOutputStream();
        out = new DataOutputStream(written);
    }

    @Override
    @Nullable
    Object value() {
        byte[] bytes = body();
        return bytes == null || bytes.length == 0 ? null : Arrays.copyOf(bytes, bytes.length);
    }
}
