package io.keelson.remoting.spi;

import io.keelson.base.work.WorkManager;

/** A view that an application has opened, for protocols beside the native one. Immutable and thread-safe. */
public interface OpenView {
    /** Returns the class of all references. */
    Class<?> references();

    /** Returns the view. */
    RemoteView view();

    /** Returns the context in which calls run. */
    CallScope scope();

    /** Returns the work manager that runs calls. */
    WorkManager work();

    /** Returns the loader in which the application's classes are found. */
    ClassLoader loader();

    /** Returns true if objects of a class may be read from clients, by its name; {@code [Lorg.acme.Item;} for an array. */
    boolean reads(String className);
}
