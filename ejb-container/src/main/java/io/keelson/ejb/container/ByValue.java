package io.keelson.ejb.container;

import io.keelson.ejb.view.ViewClass;
import io.keelson.kernel.serial.CopyInput;
import io.keelson.remoting.bean.EntityMetaData;
import io.keelson.remoting.bean.SessionHandle;
import io.keelson.remoting.bean.SessionHomeHandle;
import io.keelson.remoting.bean.SessionMetaData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.rmi.Remote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Copies what goes through a remote interface whose client is in the same server. Values that cannot change and references are not
 * copied. Copies have the classes of one loader, where that has them. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.2.1 Remote Clients.
 */
final class ByValue {
    private static final Set<Class<?>> UNCHANGING = Set.of(
            String.class,
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigInteger.class,
            BigDecimal.class,
            UUID.class,
            SessionHandle.class,
            SessionHomeHandle.class,
            SessionMetaData.class,
            EntityMetaData.class);

    private final ClassLoader loader;

    /** Makes it for copies with the classes of a loader. */
    ByValue(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Copies the arguments of a call together: what two of them share is one object in the copies, too.
     *
     * @throws IOException when one cannot be copied, as it is not serializable
     */
    @Nullable
    Object[] arguments(@Nullable Object[] arguments) throws IOException, ClassNotFoundException {
        for (Object argument : arguments) {
            if (!stays(argument)) {
                @Nullable Object[] copies = new Object[arguments.length];
                List<@Nullable Object> all = new ArrayList<>(arguments.length);
                java.util.Collections.addAll(all, arguments);
                ((List<?>) java.util.Objects.requireNonNull(copied(all))).toArray(copies);
                return copies;
            }
        }
        return arguments;
    }

    /**
     * Copies a value.
     *
     * @throws IOException when it cannot be copied, as it is not serializable
     */
    @Nullable
    Object value(@Nullable Object value) throws IOException, ClassNotFoundException {
        return stays(value) ? value : copied(value);
    }

    /** Returns true if the loader of the copies has another class of that name. */
    boolean seesOther(Class<?> type) {
        return seen(type.getName(), type) != type;
    }

    private boolean stays(@Nullable Object value) {
        return value == null || UNCHANGING.contains(value.getClass()) || isReference(value) || isOwnConstant(value);
    }

    private boolean isOwnConstant(Object value) {
        return value instanceof Enum<?> constant
                && seen(constant.getDeclaringClass().getName(), constant.getDeclaringClass())
                        == constant.getDeclaringClass();
    }

    /** References to beans and remote objects; the stubs of other servers are proxies of this server's own handler. */
    private static boolean isReference(Object value) {
        if (value instanceof Remote || ViewClass.isReference(value)) {
            return true;
        }
        if (!Proxy.isProxyClass(value.getClass())) {
            return false;
        }
        InvocationHandler handler = Proxy.getInvocationHandler(value);
        return handler.getClass().getName().startsWith("io.keelson.");
    }

    private Class<?> seen(String name, Class<?> otherwise) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return otherwise;
        }
    }

    private @Nullable Object copied(@Nullable Object value) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        Out out = new Out(bytes);
        try (out) {
            out.writeObject(value);
        } catch (StackOverflowError e) {
            throw new IOException("its objects are linked too deeply", e);
        }
        try (In in = new In(new ByteArrayInputStream(bytes.toByteArray()), out)) {
            return in.readObject();
        }
    }

    /** The place of a reference in the stream. */
    private record Reference(int number) implements Serializable {}

    /** Writes values and keeps what is not copied: references, and the classes by name. Of one thread. */
    private static final class Out extends ObjectOutputStream {
        final List<Object> references = new ArrayList<>();
        final Map<String, Class<?>> classes = new HashMap<>();

        Out(OutputStream out) throws IOException {
            super(out);
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            if (!isReference(object)) {
                return object;
            }
            references.add(object);
            return new Reference(references.size() - 1);
        }

        @Override
        protected void annotateClass(Class<?> type) {
            classes.put(type.getName(), type);
        }

        @Override
        protected void annotateProxyClass(Class<?> type) {
            classes.put(type.getName(), type);
            for (Class<?> each : type.getInterfaces()) {
                classes.put(each.getName(), each);
            }
        }
    }

    /** Reads what an {@link Out} has written, and no object of a class that it did not write. Of one thread. */
    private final class In extends CopyInput {
        private final Out written;

        In(InputStream in, Out written) throws IOException {
            super(in);
            this.written = written;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException {
            Class<?> type = written.classes.get(description.getName());
            if (type == null) {
                throw new ClassNotFoundException(description.getName() + " was not written");
            }
            return type.isPrimitive() || type == Reference.class ? type : seen(type.getName(), type);
        }

        @Override
        protected Class<?> resolveProxyClass(String[] names) throws ClassNotFoundException {
            Class<?>[] interfaces = new Class<?>[names.length];
            for (int i = 0; i < names.length; i++) {
                Class<?> type = written.classes.get(names[i]);
                if (type == null) {
                    throw new ClassNotFoundException(names[i] + " was not written");
                }
                interfaces[i] = seen(names[i], type);
            }
            try {
                return Proxy.getProxyClass(loader, interfaces);
            } catch (IllegalArgumentException e) {
                throw new ClassNotFoundException("no proxy of " + String.join(", ", names), e);
            }
        }

        @Override
        protected Object resolveObject(Object object) {
            return object instanceof Reference reference ? written.references.get(reference.number()) : object;
        }
    }
}
