package io.keelson.remoting.internal.call;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages about calls: 200010 to 200019. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface CallLog extends BasicLogger {
    CallLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), CallLog.class, "io.keelson.remoting.call");

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 200010,
            value = "Arguments of %s that came from %s were not read (and %d others since the last message): %s")
    @Explained(
            cause =
                    "A remote call brought an object of a class that is not on the application's allow-list, or a graph beyond"
                            + " the limits. The method was not executed.",
            action =
                    "Where the class is one of the application's own, name it or its package in allowed-classes. Else find out who"
                            + " sends it: it may be an attack.")
    void argumentsRefused(String method, String peer, long others, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 200011,
            value =
                    "A call that came from %s was refused (and %d others since the last message): it names a caller, and who sent it"
                            + " is no server of this domain")
    @Explained(
            cause =
                    "Servers of a domain tell one another on whose behalf they call. Nobody else is believed, and no client of ours"
                            + " sends this.",
            action = "Find out who sends it: it looks like an attack.")
    void callerRefused(String peer, long others);
}
