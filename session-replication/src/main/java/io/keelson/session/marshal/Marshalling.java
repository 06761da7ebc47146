package io.keelson.session.marshal;

import io.keelson.kernel.serial.FieldPath;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the attributes of one application's sessions, and says once what cannot be. Call it in the application's context. Thread-safe.
 */
public final class Marshalling {
    /** What is said of different things at most: names of attributes may come from clients. */
    private static final int MOST_SAID = 1_000;

    private final String application;
    private final AttributeCodec codec;
    private final Set<String> said = ConcurrentHashMap.newKeySet();

    /**
     * For an application.
     *
     * @param application its name, for messages
     * @param loader its class loader
     */
    public Marshalling(String application, ClassLoader loader) {
        this.application = application;
        this.codec = new AttributeCodec(loader);
    }

    /** What became of a value. */
    enum Outcome {
        WRITTEN,
        /** It cannot be written, and never will as it is. */
        REFUSED,
        /** It may be written another time. */
        LATER
    }

    /**
     * A value that was written, or not.
     *
     * @param bytes empty unless {@link Outcome#WRITTEN}
     */
    record Written(Outcome outcome, byte[] bytes) {
        static final Written REFUSED = new Written(Outcome.REFUSED, new byte[0]);
        static final Written LATER = new Written(Outcome.LATER, new byte[0]);
    }

    Written write(String name, Object value) {
        String type = value.getClass().getName();
        try {
            return new Written(Outcome.WRITTEN, codec.encode(value));
        } catch (NotSerializableException | InvalidClassException e) {
            if (first("w" + name + '\0' + type)) {
                String why = e.getMessage();
                MarshalLog.LOG.notSerializable(
                        application, name, type, FieldPath.find(name, value).orElse(why == null ? e.toString() : why));
            }
            return Written.REFUSED;
        } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
            if (first("l" + name + '\0' + type)) {
                MarshalLog.LOG.notWrittenNow(application, name, type, e);
            }
            return Written.LATER;
        }
    }

    /** A value; null where it cannot be read. */
    @Nullable
    Object read(String name, byte[] bytes) {
        try {
            return codec.decode(bytes);
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError | StackOverflowError e) {
            if (first("r" + name + '\0' + e)) {
                MarshalLog.LOG.notReadable(application, name, e.toString());
            }
            return null;
        }
    }

    private boolean first(String what) {
        return said.size() < MOST_SAID && said.add(what);
    }
}
