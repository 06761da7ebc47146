package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;

/** Fields of the JDK that the JVM lets the server read when it was started with {@code --add-opens}. */
final class Opened {
    private Opened() {}

    /** Makes a field accessible; false when the JVM does not open its package. */
    static boolean to(Field field) {
        try {
            field.setAccessible(true);
            return true;
        } catch (InaccessibleObjectException closed) {
            LOG.debugf("what applications leave in %s is not looked for: %s", field, closed.getMessage());
            return false;
        }
    }
}
