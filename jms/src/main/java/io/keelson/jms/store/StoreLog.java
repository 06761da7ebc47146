package io.keelson.jms.store;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of message stores: 040100 to 040119. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface StoreLog extends BasicLogger {
    StoreLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), StoreLog.class, "io.keelson.jms.store");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 40100,
            value = "The message store %s could not make sure of a write and takes no persistent messages any more: %s")
    @Explained(
            cause = "The disk failed. What was acknowledged before is kept; nobody knows of the last write.",
            action = "Mend or replace the disk, then start the server again: it recovers what the store has.")
    void failed(String store, String problem, @Cause Throwable error);
}
