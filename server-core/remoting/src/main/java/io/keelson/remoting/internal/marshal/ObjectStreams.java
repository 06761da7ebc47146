package io.keelson.remoting.internal.marshal;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import org.jboss.marshalling.Marshaller;
import org.jboss.marshalling.MarshallingConfiguration;
import org.jboss.marshalling.reflect.SerializableClassRegistry;
import org.jboss.marshalling.river.RiverMarshallerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the values of messages for one application: arguments, results, exceptions. Values that are all plain ones
 * (see {@link PlainValues}) are written so; else all of them are one stream of River, so that what they share stays shared.
 * Marshallers are kept and used again. Thread-safe.
 */
public final class ObjectStreams {
    private static final int KEPT = 64;
    private static final int RIVER_VERSION = 4;
    private static final int CACHE = 32;
    private static final RiverMarshallerFactory RIVER = new RiverMarshallerFactory();
    private static final SerializableClassRegistry REGISTRY = SerializableClassRegistry.getInstance();
    private static final PlatformTable TABLE = new PlatformTable();

    private final ClassLoader loader;
    private final AllowList allowed;
    private final MarshalLimits limits;
    private final ArrayBlockingQueue<Writer> writers = new ArrayBlockingQueue<>(KEPT);
    private final ArrayBlockingQueue<Reader> readers = new ArrayBlockingQueue<>(KEPT);

    /**
     * For an application.
     *
     * @param loader where its classes are found
     * @param allowed which of them are read
     */
    public ObjectStreams(ClassLoader loader, AllowList allowed, MarshalLimits limits) {
        this.loader = loader;
        this.allowed = allowed;
        this.limits = limits;
    }

    /** The classes that are read. */
    public AllowList allowed() {
        return allowed;
    }

    /** Returns where classes are found. */
    public ClassLoader loader() {
        return loader;
    }

    /**
     * Writes values.
     *
     * @param mostReadable how many readable bytes the buffer may have in the end
     * @throws IOException where a value cannot be written, or all of them are too large; the buffer then has a part
     */
    public void write(ByteBuf to, int mostReadable, RemoteReferences references, @Nullable Object... values)
            throws IOException {
        if (PlainValues.areAll(values)) {
            PlainValues.write(to, mostReadable, values);
            return;
        }
        to.writeByte(PlainValues.NOT_PLAIN);
        Writer writer = writers.poll();
        if (writer == null) {
            writer = new Writer();
        }
        writer.write(to, mostReadable, references, values);
        writers.offer(writer);
    }

    /**
     * Reads as many values as were written.
     *
     * @throws IOException where they cannot be read, or are not to be
     */
    public @Nullable Object[] read(ByteBuf from, int count, RemoteReferences references)
            throws IOException, ClassNotFoundException {
        @Nullable Object[] values = new @Nullable Object[count];
        if (count == 0) {
            return values;
        }
        if (!from.isReadable() || from.getUnsignedByte(from.readerIndex()) != PlainValues.NOT_PLAIN) {
            PlainValues.read(from, values);
            return values;
        }
        from.skipBytes(1);
        Reader reader = readers.poll();
        if (reader == null) {
            reader = new Reader();
        }
        reader.read(from, references, values);
        readers.offer(reader);
        return values;
    }

    private MarshallingConfiguration configuration(ReferenceTable references) {
        MarshallingConfiguration configuration = new MarshallingConfiguration();
        configuration.setVersion(RIVER_VERSION);
        configuration.setClassResolver(new ApplicationClasses(loader, allowed));
        configuration.setClassTable(TABLE);
        configuration.setObjectTable(references);
        configuration.setInstanceCount(CACHE);
        configuration.setClassCount(CACHE);
        return configuration;
    }

    /** One that threw is not used again. */
    private final class Writer {
        private final BufferOutput output = new BufferOutput();
        private final ReferenceTable table = new ReferenceTable(loader);
        private final Marshaller marshaller;

        Writer() throws IOException {
            marshaller = RIVER.createMarshaller(configuration(table));
        }

        void write(ByteBuf to, int most, RemoteReferences references, @Nullable Object[] values) throws IOException {
            output.begin(to, most);
            table.begin(references);
            marshaller.start(output);
            for (Object value : values) {
                marshaller.writeObject(value);
            }
            marshaller.finish();
            table.end();
            output.end();
        }
    }

    /** One that threw is not used again. */
    private final class Reader {
        private final BufferInput input = new BufferInput();
        private final ReferenceTable table = new ReferenceTable(loader);
        private final ObjectFilter filter = new ObjectFilter(allowed, limits);
        private final CarefulUnmarshaller unmarshaller;

        Reader() {
            MarshallingConfiguration configuration = configuration(table);
            configuration.setUnmarshallingFilter(filter);
            unmarshaller = new CarefulUnmarshaller(RIVER, REGISTRY, configuration);
        }

        void read(ByteBuf from, RemoteReferences references, @Nullable Object[] into)
                throws IOException, ClassNotFoundException {
            input.begin(from);
            table.begin(references);
            filter.begin(from.readableBytes());
            unmarshaller.begin(from.readableBytes());
            unmarshaller.start(input);
            for (int i = 0; i < into.length; i++) {
                into[i] = unmarshaller.readObject();
            }
            unmarshaller.finish();
            table.end();
            input.end();
        }
    }
}
