package io.keelson.ee.jpa.beans;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The units of all modules of an application, attached to the loader of each. Filled while the modules are prepared. Thread-safe. */
public final class BeanUnits {
    private final List<BeanUnit> units = new CopyOnWriteArrayList<>();

    /** An application without units yet. */
    public BeanUnits() {}

    /** Adds a unit. */
    public void add(BeanUnit unit) {
        units.add(unit);
    }

    /** All of them, in the order in which they were prepared. */
    List<BeanUnit> all() {
        return List.copyOf(units);
    }

    /** The units whose descriptors ask for beans. */
    List<BeanUnit> wanted() {
        return units.stream().filter(BeanUnit::isWanted).toList();
    }
}
