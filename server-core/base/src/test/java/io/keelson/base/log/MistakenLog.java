package io.keelson.base.log;

import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Has every mistake that is looked for. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface MistakenLog extends BasicLogger {
    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 101, value = "the same id as another")
    @Explained(cause = "x", action = "y")
    void twice();

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 102, value = "not explained %s")
    void unexplained(String value);

    @LogMessage
    @Message(id = 200, value = "out of range")
    @Explained(cause = "x", action = "y")
    void outOfRange();

    @LogMessage
    @Message("without an id")
    void without();
}
