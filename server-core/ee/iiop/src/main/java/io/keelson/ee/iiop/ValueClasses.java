package io.keelson.ee.iiop;

import io.keelson.ee.iiop.client.IiopHandle;
import io.keelson.ee.iiop.client.IiopHomeHandle;
import java.io.ObjectInputFilter;
import java.util.Map;
import java.util.function.Predicate;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.NO_PERMISSION;

/**
 * The classes that one message may bring: the context class loader of the thread while it reads. {@link GuardedUtil} asks it for every
 * class that a message names. It is also the filter of the streams that the broker makes meanwhile for {@code readObject} methods: the
 * server's guard takes it from the thread. They ask before collections make their tables, so that a few bytes cannot take much memory.
 * Confined to the thread.
 */
final class ValueClasses extends ClassLoader implements ObjectInputFilter {
    /** Classes that consist of a name, and are of the part, not of the application. */
    private static final Map<String, Class<?>> HANDLES =
            Map.of(IiopHandle.class.getName(), IiopHandle.class, IiopHomeHandle.class.getName(), IiopHomeHandle.class);

    private final Predicate<String> allowed;
    private long elements;

    /**
     * Makes one for a message.
     *
     * @param application where classes are found
     * @param allowed judges the names of classes
     * @param elements most elements that the tables of all collections of the message may have together
     */
    ValueClasses(ClassLoader application, Predicate<String> allowed, long elements) {
        super(application);
        this.allowed = allowed;
        this.elements = elements;
    }

    /**
     * Returns the class that a message names, not initialised.
     *
     * @throws NO_PERMISSION where it may not be read. The broker looks elsewhere for a class that is not found, so this is another
     *     exception
     */
    Class<?> named(String className) throws ClassNotFoundException {
        Class<?> handle = HANDLES.get(className);
        if (handle != null) {
            return handle;
        }
        if (!allowed.test(className)) {
            throw new NO_PERMISSION("objects of " + className + " are not read", 0, CompletionStatus.COMPLETED_NO);
        }
        return Class.forName(className, false, getParent());
    }

    /** Classes were judged by {@link #named}; this counts elements. */
    @Override
    public Status checkInput(FilterInfo info) {
        if (info.arrayLength() > 0) {
            elements -= info.arrayLength();
        }
        return elements < 0 ? Status.REJECTED : Status.ALLOWED;
    }
}
