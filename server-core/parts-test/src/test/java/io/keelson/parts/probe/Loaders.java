package io.keelson.parts.probe;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** Counts class loaders of applications without holding them. The lock of this object guards the list. */
public final class Loaders implements LoadersMBean {
    private final List<WeakReference<ClassLoader>> made = new ArrayList<>();

    synchronized void add(ClassLoader loader) {
        made.add(new WeakReference<>(loader));
    }

    @Override
    public synchronized int getMade() {
        return made.size();
    }

    @Override
    public synchronized long getAlive() {
        return made.stream().filter(loader -> loader.get() != null).count();
    }
}
