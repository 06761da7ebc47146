package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Handlers, filters and levels of its own that the application put on loggers of {@code java.util.logging}. */
public final class LogHandlers implements Trace {
    @Override
    public void erase(ApplicationClassLoader loader) {
        LogManager manager = LogManager.getLogManager();
        Set<String> names = new TreeSet<>(Collections.list(manager.getLoggerNames()));
        names.add(""); // a log manager need not list its root
        for (String name : names) {
            Logger logger = manager.getLogger(name);
            if (logger != null) {
                erase(loader, logger);
            }
        }
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
