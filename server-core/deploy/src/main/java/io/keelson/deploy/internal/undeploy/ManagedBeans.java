package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/** Managed beans (JMX) whose classes are the application's. Where the JVM has no MBean server yet, none is made. */
public final class ManagedBeans implements Trace {
    @Override
    public void erase(ApplicationClassLoader loader) throws JMException {
        for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
            for (ObjectName name : server.queryNames(null, null)) {
                if (isOf(loader, server, name)) {
                    server.unregisterMBean(name);
                    LOG.leftBehind(loader.application(), "the managed bean " + name);
                }
            }
        }
    }

    private static boolean isOf(ApplicationClassLoader loader, MBeanServer server, ObjectName name) {
        try {
            return Ownership.isOrIsBelow(loader, server.getClassLoaderFor(name));
        } catch (InstanceNotFoundException unregisteredMeanwhile) {
            return false;
        }
    }
}
