package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Supplier;

/** JDBC drivers that the application registered. */
public final class JdbcDrivers implements Trace {
    @Override
    public void erase(ApplicationClassLoader loader) throws IOException, ReflectiveOperationException {
        Object sweep = loader.adopt(bytes()).getConstructor().newInstance();
        List<?> drivers = (List<?>) ((Supplier<?>) sweep).get();
        if (!drivers.isEmpty()) {
            LOG.driversDeregistered(loader.application(), drivers.toString());
        }
    }

    private static byte[] bytes() throws IOException {
        String file = DriverSweep.class.getSimpleName() + ".class";
        try (InputStream in = DriverSweep.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new FileNotFoundException("the server's own class file " + file + " is missing");
            }
            return in.readAllBytes();
        }
    }
}
