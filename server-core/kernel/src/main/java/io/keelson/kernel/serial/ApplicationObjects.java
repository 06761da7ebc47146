package io.keelson.kernel.serial;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes objects of one application and reads them with its classes. What is read passes a filter always: classes that the
 * application sees, but for those that {@link ApplicationStreams} refuses, and those of the JDK that {@link SafeTypes} names; no array
 * longer than the bytes could fill. What could not be read is not written either. Immutable and thread-safe; call it in the application's
 * context.
 */
public final class ApplicationObjects {
    private static final int USUAL = 256;
    /** No array is longer. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private static final int MOST_REFERENCES = 5_000_000;
    private static final Map<String, Class<?>> PRIMITIVES = Stream.of(
                    boolean.class,
                    byte.class,
                    char.class,
                    short.class,
                    int.class,
                    long.class,
                    float.class,
                    double.class,
                    void.class)
            .collect(Collectors.toUnmodifiableMap(Class::getName, type -> type));

    private final ClassLoader loader;
    private final ObjectInputFilter refused = ApplicationStreams.filter(null);

    /** For the application of that loader. */
    public ApplicationObjects(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * The bytes of an object.
     *
     * @throws NotSerializableException when something in it is not serializable; the message names its class
     * @throws IOException when it could not be read again, or its own code says so
     */
    public byte[] write(Object value) throws IOException {
        Bytes bytes = new Bytes(USUAL);
        write(value, bytes);
        return bytes.all();
    }

    /**
     * A byte, and the bytes of an object after it.
     *
     * @param first the byte
     * @param expected how many bytes all together may be, where somebody has an idea; else 0. If that is right nothing is copied
     * @throws NotSerializableException as {@link #write(Object)}
     * @throws IOException as {@link #write(Object)}
     */
    public byte[] write(byte first, Object value, int expected) throws IOException {
        Bytes bytes = new Bytes(Math.max(expected, USUAL));
        bytes.write(first);
        write(value, bytes);
        return bytes.all();
    }

    private void write(Object value, OutputStream bytes) throws IOException {
        try (Out out = new Out(bytes)) {
            out.writeObject(value);
        } catch (StackOverflowError e) {
            throw new IOException("its objects are linked too deeply", e);
        }
    }

    /**
     * Bytes that are copied only where there is room left. Of one thread: no lock is taken for each piece of 1 KB that a stream hands on.
     */
    private static final class Bytes extends OutputStream {
        private byte[] bytes;
        private int count;

        Bytes(int size) {
            bytes = new byte[size];
        }

        @Override
        public void write(int one) {
            room(1);
            bytes[count++] = (byte) one;
        }

        @Override
        public void write(byte[] from, int at, int length) {
            room(length);
            System.arraycopy(from, at, bytes, count, length);
            count += length;
        }

        private void room(int more) {
            if (bytes.length - count < more) {
                if (count > MOST_BYTES - more) {
                    throw new OutOfMemoryError("an object of more than " + MOST_BYTES + " bytes");
                }
                long twice = Math.min(MOST_BYTES, 2L * bytes.length);
                bytes = Arrays.copyOf(bytes, (int) Math.max(twice, count + more));
            }
        }

        byte[] all() {
            return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
        }
    }

    /** An object of its bytes. */
    public @Nullable Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        return read(bytes, 0, bytes.length);
    }

    /** An object of a part of bytes. */
    public @Nullable Object read(byte[] bytes, int from, int length) throws IOException, ClassNotFoundException {
        try (In in = new In(new ByteArrayInputStream(bytes, from, length))) {
            in.setObjectInputFilter(new Filter(Math.max(1024, length * 8L)));
            return in.readObject();
        } catch (StackOverflowError e) {
            throw new IOException("its objects are linked too deeply", e);
        }
    }

    /** Returns whether objects of that class may be read. */
    private static boolean allowed(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        ClassLoader of = element.getClassLoader();
        return element.isPrimitive()
                || Proxy.isProxyClass(element)
                || SafeTypes.contains(element)
                || of != null && of != ClassLoader.getPlatformClassLoader();
    }

    private final class Out extends ObjectOutputStream {
        Out(OutputStream out) throws IOException {
            super(out);
        }

        @Override
        protected void annotateClass(Class<?> type) throws IOException {
            if (!allowed(type)) {
                throw new InvalidClassException(
                        type.getName(), "objects of this class of the JDK are not read from a store");
            }
        }
    }

    private final class In extends ObjectInputStream {
        In(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            // Not super: that takes the loader of whoever is on the stack, which here is the server's.
            Class<?> primitive = PRIMITIVES.get(description.getName());
            return primitive == null ? Class.forName(description.getName(), false, loader) : primitive;
        }

        @Override
        protected Class<?> resolveProxyClass(String[] names) throws IOException, ClassNotFoundException {
            Class<?>[] interfaces = new Class<?>[names.length];
            for (int i = 0; i < names.length; i++) {
                interfaces[i] = Class.forName(names[i], false, loader);
            }
            try {
                return Proxy.getProxyClass(loader, interfaces);
            } catch (IllegalArgumentException e) {
                throw new ClassNotFoundException("no proxy of " + String.join(", ", names), e);
            }
        }
    }

    /** The filter of one stream. */
    private final class Filter implements ObjectInputFilter {
        private final long mostElements;

        Filter(long mostElements) {
            this.mostElements = mostElements;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            Class<?> type = info.serialClass();
            if (info.references() > MOST_REFERENCES
                    || info.arrayLength() > mostElements
                    || refused.checkInput(info) == Status.REJECTED) {
                return Status.REJECTED;
            }
            if (type == null) {
                return Status.UNDECIDED;
            }
            return allowed(type) ? Status.ALLOWED : Status.REJECTED;
        }
    }
}
