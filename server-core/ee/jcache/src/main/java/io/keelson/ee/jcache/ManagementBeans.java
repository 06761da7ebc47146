package io.keelson.ee.jcache;

import java.lang.management.ManagementFactory;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.configuration.CompleteConfiguration;
import javax.cache.management.CacheMXBean;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The beans of a cache in the JVM's server of JMX, where the application asks for them. Callers hold the manager's lock.
 *
 * <p>Specification: JCache 1.1, 10.2 and 10.3.
 */
final class ManagementBeans {
    private static final String CONFIGURATION = "CacheConfiguration";
    private static final String STATISTICS = "CacheStatistics";

    private ManagementBeans() {}

    static void showConfiguration(CacheManager manager, Cache<?, ?> cache, boolean shown) {
        show(manager, cache, CONFIGURATION, new Shown(cache), shown);
    }

    static void showStatistics(CacheManager manager, Cache<?, ?> cache, CacheFigures figures, boolean shown) {
        show(manager, cache, STATISTICS, figures, shown);
    }

    private static void show(CacheManager manager, Cache<?, ?> cache, String type, Object bean, boolean shown) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            ObjectName name = new ObjectName("javax.cache:type=" + type + ",CacheManager="
                    + safe(manager.getURI().toString()) + ",Cache=" + safe(cache.getName()));
            boolean there = server.isRegistered(name);
            if (shown && !there) {
                Object unused = server.registerMBean(bean, name);
            } else if (!shown && there) {
                server.unregisterMBean(name);
            }
        } catch (JMException e) {
            throw new CacheException(
                    "the bean " + type + " of the cache " + cache.getName() + " cannot be "
                            + (shown ? "shown" : "removed"),
                    e);
        }
    }

    private static String safe(String text) {
        return text.replaceAll("[,:=\n*?\"]", ".");
    }

    /** A cache's configuration. */
    private static final class Shown implements CacheMXBean {
        private final Cache<?, ?> cache;

        Shown(Cache<?, ?> cache) {
            this.cache = cache;
        }

        @SuppressWarnings("unchecked") // a raw type is all that a class of configurations says
        private CompleteConfiguration<?, ?> configuration() {
            return cache.getConfiguration(CompleteConfiguration.class);
        }

        @Override
        public String getKeyType() {
            return configuration().getKeyType().getName();
        }

        @Override
        public String getValueType() {
            return configuration().getValueType().getName();
        }

        @Override
        public boolean isReadThrough() {
            return configuration().isReadThrough();
        }

        @Override
        public boolean isWriteThrough() {
            return configuration().isWriteThrough();
        }

        @Override
        public boolean isStoreByValue() {
            return configuration().isStoreByValue();
        }

        @Override
        public boolean isStatisticsEnabled() {
            return configuration().isStatisticsEnabled();
        }

        @Override
        public boolean isManagementEnabled() {
            return configuration().isManagementEnabled();
        }
    }
}
