package io.keelson.deploy.internal.undeploy;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * Deregisters the JDBC drivers of the loader that defined this class. It is defined anew in an application's loader (see
 * {@link JdbcDrivers}), because {@link DriverManager} shows a driver only to callers that can load its class. So it needs
 * nothing but the JDK.
 */
public final class DriverSweep implements Supplier<List<String>> {
    /** For reflection. */
    public DriverSweep() {}

    @Override
    public List<String> get() {
        List<String> deregistered = new ArrayList<>();
        for (Driver driver : Collections.list(DriverManager.getDrivers())) {
            if (driver.getClass().getClassLoader() == DriverSweep.class.getClassLoader()) {
                try {
                    DriverManager.deregisterDriver(driver);
                    deregistered.add(driver.getClass().getName());
                } catch (SQLException e) {
                    throw new IllegalStateException(
                            "cannot deregister " + driver.getClass().getName(), e);
                }
            }
        }
        return deregistered;
    }
}
