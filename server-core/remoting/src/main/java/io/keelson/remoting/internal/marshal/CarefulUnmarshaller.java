package io.keelson.remoting.internal.marshal;

import java.io.IOException;
import java.io.StreamCorruptedException;
import org.jboss.marshalling.MarshallingConfiguration;
import org.jboss.marshalling.reflect.SerializableClassRegistry;
import org.jboss.marshalling.river.RiverMarshallerFactory;
import org.jboss.marshalling.river.RiverUnmarshaller;

/**
 * River's reader, which takes memory for a string, or for the fields of a class, as much as the stream announces: here a
 * length that the message cannot fill is refused before. Arrays and collections are the filter's. Confined to the thread that
 * reads.
 */
final class CarefulUnmarshaller extends RiverUnmarshaller {
    /** Bytes of the format, version 4, that a length follows. */
    private static final int LONG_STRING = 0x40;

    private static final int PROXY_CLASS = 0x08;

    private long most;
    private boolean lengthFollows;

    CarefulUnmarshaller(
            RiverMarshallerFactory factory,
            SerializableClassRegistry registry,
            MarshallingConfiguration configuration) {
        super(factory, registry, configuration);
    }

    /** A message of so many bytes is read next. */
    void begin(long bytes) {
        most = bytes;
        lengthFollows = false;
    }

    /** A class with fields has been found: next comes how many it has. */
    void fieldsFollow() {
        lengthFollows = true;
    }

    @Override
    public int readUnsignedByte() throws IOException {
        int lead = super.readUnsignedByte();
        lengthFollows = lead == LONG_STRING || lead == PROXY_CLASS;
        return lead;
    }

    @Override
    public int readInt() throws IOException {
        int value = super.readInt();
        if (lengthFollows && (value < 0 || value > most)) {
            throw new StreamCorruptedException(
                    "a length of " + value + " is announced in a message of " + most + " bytes");
        }
        lengthFollows = false;
        return value;
    }

    @Override
    protected String readString() throws IOException {
        lengthFollows = true;
        return super.readString();
    }

    @Override
    public String readUTF() throws IOException {
        lengthFollows = true;
        return super.readUTF();
    }
}
