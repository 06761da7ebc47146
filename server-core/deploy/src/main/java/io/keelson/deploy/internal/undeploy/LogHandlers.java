package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Handlers, filters and levels of its own that the application put on loggers of {@code java.util.logging}. */
public final class LogHandlers implements Trace {
    private static final String JBOSS = "org.jboss.logmanager.";

    @Override
    public void erase(ApplicationClassLoader loader) {
        LogManager manager = LogManager.getLogManager();
        for (String name : names(manager)) {
            Logger logger = manager.getLogger(name);
            if (logger != null) {
                erase(loader, logger);
            }
        }
    }

    private static Set<String> names(LogManager manager) {
        Set<String> names = new TreeSet<>(Collections.list(manager.getLoggerNames()));
        names.add(""); // a log manager need not list its root
        if (manager.getClass().getName().equals(JBOSS + "LogManager")) {
            try {
                ClassLoader library = manager.getClass().getClassLoader();
                Object context = Class.forName(JBOSS + "LogContext", true, library)
                        .getMethod("getLogContext")
                        .invoke(null);
                add(names, call(context, "getRootLoggerNode"));
            } catch (ReflectiveOperationException | RuntimeException e) {
                LOG.debugf(e, "JBoss LogManager does not show its loggers");
            }
        }
        return names;
    }

    /** Lists loggers only while somebody refers to them, and keeps the handlers of all. */
    private static void add(Set<String> names, Object node) throws ReflectiveOperationException {
        names.add((String) call(node, "getFullName"));
        for (Object child : (Collection<?>) call(node, "getChildren")) {
            add(names, child);
        }
    }

    private static Object call(Object on, String method) throws ReflectiveOperationException {
        Method found = on.getClass().getDeclaredMethod(method);
        found.setAccessible(true);
        return found.invoke(on);
    }

    private static void erase(ApplicationClassLoader loader, Logger logger) {
        for (Handler handler : logger.getHandlers()) {
            if (Ownership.owns(loader, handler) || Ownership.owns(loader, handler.getFormatter())) {
                logger.removeHandler(handler);
                LOG.leftBehind(loader.application(), "a handler on the logger '" + logger.getName() + "'");
            }
        }
        Filter filter = logger.getFilter();
        if (Ownership.owns(loader, filter)) {
            logger.setFilter(null);
            LOG.leftBehind(loader.application(), "a filter on the logger '" + logger.getName() + "'");
        }
        if (Ownership.owns(loader, logger.getLevel())) {
            logger.setLevel(null);
            LOG.leftBehind(loader.application(), "the level of the logger '" + logger.getName() + "'");
        }
    }
}
