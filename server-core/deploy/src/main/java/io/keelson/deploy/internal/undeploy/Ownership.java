package io.keelson.deploy.internal.undeploy;

import org.jspecify.annotations.Nullable;

/** Ownership of objects by an application's class loader. */
final class Ownership {
    private Ownership() {}

    /** Returns whether the object's class, or the class that the object is, was defined by that loader or by one below it. */
    static boolean owns(ClassLoader loader, @Nullable Object object) {
        return object != null && isOrIsBelow(loader, object.getClass().getClassLoader());
    }

    /** Returns whether a loader is that one, or has it among its parents. */
    static boolean isOrIsBelow(ClassLoader loader, @Nullable ClassLoader candidate) {
        ClassLoader current = candidate;
        while (current != null && current != loader) {
            current = current.getParent();
        }
        return current != null;
    }
}
