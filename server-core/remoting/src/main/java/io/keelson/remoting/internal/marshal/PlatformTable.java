package io.keelson.remoting.internal.marshal;

import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jboss.marshalling.ClassTable;
import org.jboss.marshalling.Unmarshaller;

/**
 * Classes of the platform that are written as one number instead of their name. The order is a part of version 1 of the
 * protocol: another one takes another version. Immutable.
 */
final class PlatformTable implements ClassTable {
    private static final List<String> NAMES = List.of(
            "java.lang.StackTraceElement",
            "java.lang.Throwable",
            "java.lang.Exception",
            "java.lang.RuntimeException",
            "java.lang.Error",
            "java.lang.IllegalArgumentException",
            "java.lang.IllegalStateException",
            "java.lang.NullPointerException",
            "java.lang.UnsupportedOperationException",
            "java.io.IOException",
            "java.rmi.RemoteException",
            "java.rmi.ServerException",
            "java.time.Ser",
            "java.math.BigDecimal",
            "java.math.BigInteger",
            "java.util.CollSer",
            "java.util.UUID",
            "java.util.Date",
            "java.util.Locale",
            "java.net.URI");

    private final List<Class<?>> classes = new ArrayList<>();
    private final Map<Class<?>, Writer> writers = new IdentityHashMap<>();

    PlatformTable() {
        for (String name : NAMES) {
            try {
                int number = classes.size();
                Class<?> type = Class.forName(name, false, null);
                classes.add(type);
                writers.put(type, (marshaller, ignored) -> marshaller.writeByte(number));
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException("this JDK has no class " + name, e);
            }
        }
    }

    @Override
    @SuppressWarnings("NullAway") // the library's way to say that a class is written by its name
    public Writer getClassWriter(Class<?> type) {
        return writers.get(type);
    }

    @Override
    public Class<?> readClass(Unmarshaller unmarshaller) throws IOException {
        int number = unmarshaller.readUnsignedByte();
        if (number >= classes.size()) {
            throw new StreamCorruptedException("the table of classes has no number " + number);
        }
        return classes.get(number);
    }
}
