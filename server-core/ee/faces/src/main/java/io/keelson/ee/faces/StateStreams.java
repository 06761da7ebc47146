package io.keelson.ee.faces;

import com.sun.faces.spi.SerializationProvider;
import jakarta.el.ELManager;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;

/**
 * Reads the state of views. Mojarra looks for its classes where the application's are; the expressions of components, which are part of the
 * state, are of classes that the server has and applications do not see. Stateless.
 */
public final class StateStreams implements SerializationProvider {
    /** Made by Mojarra, one an application. */
    public StateStreams() {}

    @Override
    public ObjectInputStream createObjectInputStream(InputStream source) throws IOException {
        return new StateInput(source);
    }

    @Override
    public ObjectOutputStream createObjectOutputStream(OutputStream destination) throws IOException {
        return new ObjectOutputStream(destination);
    }

    private static final class StateInput extends ObjectInputStream {
        StateInput(InputStream source) throws IOException {
            super(source);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
            ClassLoader application = Thread.currentThread().getContextClassLoader();
            try {
                return Class.forName(described.getName(), false, application);
            } catch (ClassNotFoundException e) {
                ClassLoader expressions =
                        ELManager.getExpressionFactory().getClass().getClassLoader();
                try {
                    return Class.forName(described.getName(), false, expressions);
                } catch (ClassNotFoundException nowhere) {
                    return super.resolveClass(described);
                }
            }
        }
    }
}
