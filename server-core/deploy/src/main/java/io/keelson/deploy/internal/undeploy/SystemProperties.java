package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.util.Map;
import java.util.Properties;

/** Objects of the application's classes in the system properties: they are removed. Strings stay, as nobody can say whose they are. */
public final class SystemProperties implements Trace {
    @Override
    public void erase(ApplicationClassLoader loader) {
        Properties properties = System.getProperties();
        if (Ownership.owns(loader, properties)) {
            Properties plain = new Properties();
            plain.putAll(properties);
            System.setProperties(plain);
            properties = plain;
            LOG.leftBehind(loader.application(), "the JVM's table of system properties");
        }
        for (Map.Entry<Object, Object> property : Map.copyOf(properties).entrySet()) {
            if (Ownership.owns(loader, property.getKey()) || Ownership.owns(loader, property.getValue())) {
                properties.remove(property.getKey());
                LOG.leftBehind(loader.application(), "the system property '" + name(property.getKey()) + "'");
            }
        }
    }

    private static String name(Object key) {
        return key instanceof String text ? text : key.getClass().getName();
    }
}
