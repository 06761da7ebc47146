package io.keelson.ejb.invocation;

import java.time.Duration;

/** Keeps stateful beans of one kind on disk while nobody uses them. Thread-safe; one bean is written or read by one thread at a time. */
public interface Passivation {
    /** The end of an attempt to write a bean. */
    enum Outcome {
        /** Is on disk, and its instance is gone. */
        WRITTEN,
        /** The disk does not take it now; it stays in memory. */
        REFUSED,
        /** Has something that cannot be written; it stays in memory for good. */
        RESIDENT,
        /** One of its callbacks threw an exception, which ends the bean. */
        FAILED
    }

    /** Returns how many beans may stay in memory while nobody uses them; 0: any number. */
    int mostInMemory();

    /** Returns how long a bean may be idle in memory; zero: as long as there is room. */
    Duration idle();

    /** Calls the bean's callbacks, writes it and lets the instance go. */
    Outcome write(Object key, BeanInstance instance);

    /**
     * Makes a bean of its file, which is deleted, and calls its callbacks.
     *
     * @throws jakarta.ejb.NoSuchEJBException when the file is damaged or gone
     * @throws Throwable what the application's code threw
     */
    BeanInstance read(Object key) throws Throwable;

    /** Deletes the file of a bean, if there is one. */
    void remove(Object key);

    /** Deletes all files. */
    void close();
}
