package io.keelson.ee.jpa;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.jpa.unit.ModuleUnits;
import io.keelson.ee.jpa.unit.Unit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The units that a module sees, as they are managed. Immutable, thread-safe. */
final class ManagedUnits {
    private final ModuleUnits names;
    private final List<ManagedUnit> all;
    private final Map<Unit, ManagedUnit> byUnit = new HashMap<>();

    ManagedUnits(ModuleUnits names, List<ManagedUnit> all) {
        this.names = names;
        this.all = List.copyOf(all);
        all.forEach(unit -> byUnit.put(unit.unit(), unit));
    }

    List<ManagedUnit> all() {
        return all;
    }

    /**
     * The unit that a reference means; it is built when the application starts.
     *
     * @param name as {@link ModuleUnits#find} has it
     * @param referrer for the message where there is none
     */
    ManagedUnit referred(@Nullable String name, String referrer) throws DeploymentException {
        ManagedUnit unit = Objects.requireNonNull(byUnit.get(names.find(name, referrer)));
        unit.referred();
        return unit;
    }

    /**
     * The unit that a reference to a persistence context means.
     *
     * @throws DeploymentException as {@link #referred}, and where the unit takes part in no transactions of the server
     */
    ManagedUnit referredByContext(@Nullable String name, String referrer) throws DeploymentException {
        ManagedUnit unit = referred(name, referrer);
        if (unit.unit().descriptor().local()) {
            throw new DeploymentException(referrer + " asks for an entity manager of the persistence unit '"
                    + unit.unit().name() + "', which is RESOURCE_LOCAL ("
                    + unit.unit().descriptor().where()
                    + "); make the unit's transaction-type JTA, or inject its factory with @PersistenceUnit");
        }
        return unit;
    }

    /** Notes a reference that need not lead anywhere. */
    void perhapsReferred(String name) {
        try {
            referred(name, "a library");
        } catch (DeploymentException notHere) {
            return; // the library's class is not used in this module
        }
    }
}
