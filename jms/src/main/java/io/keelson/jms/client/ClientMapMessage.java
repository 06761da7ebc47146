package io.keelson.jms.client;

import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message of names with values. */
final class ClientMapMessage extends ClientMessage implements MapMessage {
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    static ClientMapMessage of(byte @Nullable [] body) {
        ClientMapMessage made = new ClientMapMessage();
        if (body != null) {
            made.values.putAll(new ByteReader(body).getMap());
        }
        return made;
    }

    @Override
    BodyKind kind() {
        return BodyKind.MAP;
    }

    @Override
    byte @Nullable [] body() {
        return new ByteWriter(64).putMap(values).toBytes();
    }

    private @Nullable Object value(@Nullable String name) {
        return values.get(name);
    }

    @Override
    public boolean getBoolean(String name) throws JMSException {
        return Conversions.toBoolean(value(name));
    }

    @Override
    public byte getByte(String name) throws JMSException {
        return Conversions.toByte(value(name));
    }

    @Override
    public short getShort(String name) throws JMSException {
        return Conversions.toShort(value(name));
    }

    @Override
    public char getChar(String name) throws JMSException {
        return Conversions.toChar(value(name));
    }

    @Override
    public int getInt(String name) throws JMSException {
        return Conversions.toInt(value(name));
    }

    @Override
    public long getLong(String name) throws JMSException {
        return Conversions.toLong(value(name));
    }

    @Override
    public float getFloat(String name) throws JMSException {
        return Conversions.toFloat(value(name));
    }

    @Override
    public double getDouble(String name) throws JMSException {
        return Conversions.toDouble(value(name));
    }

    @Override
    public @Nullable String getString(String name) throws JMSException {
        return Conversions.toText(value(name));
    }

    @Override
    public byte @Nullable [] getBytes(String name) throws JMSException {
        return Conversions.toBytes(value(name));
    }

    @Override
    public @Nullable Object getObject(String name) throws JMSException {
        return Conversions.bodyValue(value(name));
    }

    @Override
    public Enumeration<String> getMapNames() {
        return Collections.enumeration(new LinkedHashSet<>(values.keySet()));
    }

    @Override
    public void setBoolean(String name, boolean value) throws JMSException {
        setObject(name, value);
    }

    @Override
    public void setByte(String name, byte value) throws JMSException {
        setObject(name, value);
    }

    @Override
    public void setShort(String name, short value) throws JMSException {
        setObject(name, value);
    }

    @Override
    public void setChar(String name, char value) throws JMSException {
        setObject(name, value);
    }

    @Override
    public void setInt(String name, int value) throws JMSException {
        setObject(name, value);
    }

    @Override
    public void setLong(String name, long value) throws JMSException {
        setObject(name, value);
    }

    @Override
    public void setFloat(String name, float value) throws JMSException {
        setObject(name, value);
    }

    @Override
    public void setDouble(String name, double value) throws JMSException {
        setObject(name, value);
    }

    @Override
    public void setString(String name, @Nullable String value) throws JMSException {
        setObject(name, value);
    }

    @Override
    public void setBytes(String name, byte @Nullable [] value) throws JMSException {
        setObject(name, value);
    }

    @Override
    public void setBytes(String name, byte[] value, int offset, int length) throws JMSException {
        setObject(name, Arrays.copyOfRange(value, offset, offset + length));
    }

    @Override
    public void setObject(@Nullable String name, @Nullable Object value) throws JMSException {
        writable();
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a value of a map message needs a name");
        }
        values.put(name, Conversions.bodyValue(value));
    }

    @Override
    public boolean itemExists(String name) {
        return values.containsKey(name);
    }

    @Override
    public void clearBody() throws JMSException {
        super.clearBody();
        values.clear();
    }

    @Override
    @Nullable
    Object value() {
        return values.isEmpty() ? null : new LinkedHashMap<>(values);
    }
}
