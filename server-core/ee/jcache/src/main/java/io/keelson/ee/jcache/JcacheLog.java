package io.keelson.ee.jcache;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of JCache. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface JcacheLog extends BasicLogger {
    JcacheLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), JcacheLog.class, "io.keelson.ee.jcache");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250080, value = "A listener, writer or loader of the cache %s failed on a thread of the server")
    @Explained(
            cause = "Code of the application that the cache calls asynchronously has thrown an exception.",
            action = "Look at the exception. The entry of the cache is as it was put.")
    void failed(String cache, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250081, value = "The %s of the cache %s could not be closed")
    @Explained(
            cause = "The application has given the cache an object that is Closeable, and its close method failed.",
            action = "Look at the exception. The cache is closed in any case.")
    void notClosed(String what, String cache, @Cause Throwable cause);
}
