package io.keelson.net;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the network subsystem: 002600 to 002609. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface NetLog extends BasicLogger {
    NetLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), NetLog.class, "io.keelson.net");

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 2600,
            value = "%d requests had not ended when the time for suspending was over; their connections are closed")
    @Explained(
            cause = "Requests took longer than the graceful-shutdown-timeout.",
            action = "Give more time, or find out what the requests were doing.")
    void requestsCutOff(int count);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 2601, value = "The limits of channel %s have been changed")
    @Explained(
            cause = "The configuration was changed. Requests that are under way keep the limits with which they began;"
                    + " accept-backlog takes a restart.",
            action = "None.")
    void limitsChanged(String channel);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 2602, value = "The files of a channel's certificates could not be looked at")
    @Explained(
            cause = "An error in the server. The channel goes on with what it has, and the files are looked at again.",
            action = "Report it with the exception.")
    void lookFailed(@Cause Throwable cause);
}
