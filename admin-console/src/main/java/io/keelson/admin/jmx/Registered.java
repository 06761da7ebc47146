package io.keelson.admin.jmx;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The beans that are registered. What another has registered under one of their names stays. Confined to one thread, but for
 * {@link #get}.
 */
final class Registered {
    private final MBeanServer server;
    private final Map<ObjectName, Bean> beans = new ConcurrentHashMap<>();
    /** Names that were refused; said once. */
    private final Map<ObjectName, String> refused = new LinkedHashMap<>();

    Registered(MBeanServer server) {
        this.server = server;
    }

    /** The bean of that name; null where it is not there. Any thread. */
    @Nullable
    Bean get(ObjectName name) {
        return beans.get(name);
    }

    /** The names of all. */
    Set<ObjectName> names() {
        return Set.copyOf(beans.keySet());
    }

    /** Registers one, unless another has that name. */
    void add(ObjectName name, Bean bean) {
        try {
            // Before others can use it: who asks what may be done with it finds it.
            beans.put(name, bean);
            server.registerMBean(bean, name);
            refused.remove(name);
        } catch (JMException e) {
            beans.remove(name);
            if (refused.put(name, String.valueOf(e.getMessage())) == null) {
                JmxLog.LOG.notRegistered(name.toString(), e.toString());
            }
        }
    }

    /** Takes one away. */
    void remove(ObjectName name) {
        if (beans.remove(name) == null) {
            return;
        }
        try {
            server.unregisterMBean(name);
        } catch (InstanceNotFoundException e) {
            JmxLog.LOG.debugf(e, "somebody else has taken %s away", name);
        } catch (JMException e) {
            JmxLog.LOG.debugf(e, "%s", name);
        }
    }

    /** Takes all away. */
    void clear() {
        names().forEach(this::remove);
    }
}
