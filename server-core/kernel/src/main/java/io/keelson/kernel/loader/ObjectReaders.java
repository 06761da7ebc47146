package io.keelson.kernel.loader;

import org.jspecify.annotations.Nullable;

/**
 * Tells which classes read Java objects for an application: its own, those of the domain's libraries, and of the libraries in parts those
 * that their parts name. Stateless and thread-safe. See docs/adr/0027-parts-read-objects.md.
 */
public final class ObjectReaders {
    private ObjectReaders() {}

    /**
     * Returns whether a stream that this class makes is an application's. Compiled pages, scripts and the like have loaders below the
     * application's.
     */
    public static boolean readsForApplications(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader instanceof PartLoader part) {
            return part.readsObjects(type.getPackageName());
        }
        return isOfAnApplication(loader);
    }

    private static boolean isOfAnApplication(@Nullable ClassLoader loader) {
        ClassLoader at = loader;
        while (at != null && !(at instanceof ApplicationClassLoader) && !(at instanceof DomainLibrary)) {
            at = at.getParent();
        }
        return at != null;
    }
}
