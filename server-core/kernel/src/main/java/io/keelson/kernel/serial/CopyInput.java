package io.keelson.kernel.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;

/**
 * Reads objects that this process has written a moment before, to copy them. Its bytes come from nowhere else. A subclass names each class
 * that was written; no other is loaded. Of one thread.
 */
public abstract class CopyInput extends ObjectInputStream {
    /**
     * Reads what was written.
     *
     * @throws IOException when it does not begin as it should
     */
    protected CopyInput(InputStream written) throws IOException {
        super(written);
        enableResolveObject(true);
        // Classes are checked where they are resolved; the filter of the process is for bytes of others.
        setObjectInputFilter(any -> ObjectInputFilter.Status.ALLOWED);
    }

    @Override
    protected abstract Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException;

    @Override
    protected abstract Class<?> resolveProxyClass(String[] names) throws ClassNotFoundException;
}
