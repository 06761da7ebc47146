package io.keelson.conformance.cdi;

import jakarta.enterprise.inject.spi.CDI;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import org.jboss.cdi.tck.spi.Beans;

/** Recognises client proxies by the names that Weld gives their classes, and passivates beans by Java serialization. */
public final class WeldBeans implements Beans {
    @Override
    public boolean isProxy(Object instance) {
        String name = instance.getClass().getName();
        return name.contains("_$$_Weld") && !name.contains("WeldSubclass");
    }

    @Override
    public byte[] passivate(Object instance) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(instance);
        }
        return bytes.toByteArray();
    }

    @Override
    public Object activate(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new BeanInput(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    /** Finds classes of the application, then those of Weld, which applications do not see. */
    private static final class BeanInput extends ObjectInputStream {
        BeanInput(ByteArrayInputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(
                        description.getName(), false, Thread.currentThread().getContextClassLoader());
            } catch (ClassNotFoundException e) {
                ClassLoader weld = CDI.current().getBeanManager().getClass().getClassLoader();
                return Class.forName(description.getName(), false, weld);
            }
        }
    }
}
