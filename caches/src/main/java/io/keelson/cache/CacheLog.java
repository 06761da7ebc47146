package io.keelson.cache;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the caches: 101240 to 101249. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface CacheLog extends BasicLogger {
    CacheLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), CacheLog.class, "io.keelson.cache");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 101240, value = "The cache %s was cleared by %s")
    @Explained(cause = "An administrator has removed all of its entries by management.", action = "None.")
    void cleared(String cache, String caller);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101241,
            value =
                    "The cache %s can be used from outside by nobody: it has neither readers, writers nor administrators")
    @Explained(
            cause =
                    "The cache is served over Hot Rod, memcached's protocol or REST, and domain.yaml permits nobody to use it.",
            action = "Name groups or users in caches.NAME.readers, writers or administrators.")
    void permitsNobody(String cache);
}
