package io.keelson.remoting.internal.marshal;

import java.io.IOException;
import org.jboss.marshalling.Marshaller;
import org.jboss.marshalling.ObjectTable;
import org.jboss.marshalling.Unmarshaller;
import org.jspecify.annotations.Nullable;

/** Writes references in the place of remote objects. Of one marshaller; confined to the thread that uses it. */
final class ReferenceTable implements ObjectTable, ObjectTable.Writer {
    private final ClassLoader loader;
    private @Nullable RemoteReferences references;

    ReferenceTable(ClassLoader loader) {
        this.loader = loader;
    }

    void begin(RemoteReferences of) {
        references = of;
    }

    void end() {
        references = null;
    }

    private RemoteReferences references() {
        RemoteReferences now = references;
        if (now == null) {
            throw new IllegalStateException("no message is being written or read");
        }
        return now;
    }

    @Override
    @SuppressWarnings("NullAway") // the library's way to say that an object is written as it is
    public Writer getObjectWriter(Object object) {
        return references().isRemote(object) ? this : null;
    }

    @Override
    public void writeObject(Marshaller marshaller, Object object) throws IOException {
        references().reference(object).write(marshaller);
    }

    @Override
    public Object readObject(Unmarshaller unmarshaller) throws IOException {
        return references().object(RemoteReference.read(unmarshaller), loader);
    }
}
