package io.keelson.session.cookie;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of sessions in cookies: 101077 and 101078. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface CookieLog extends BasicLogger {
    CookieLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), CookieLog.class, "io.keelson.session");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 101077,
            value =
                    "application %s: a session would take %d characters of its client's cookies, and may take %d; its largest"
                            + " attributes, in bytes: %s")
    @Explained(
            cause =
                    "Browsers and proxies take no larger cookies. The request was answered with 500, and the session goes on as"
                            + " it was before. Said once for each set of attributes.",
            action = "Keep less in the session, or choose another persistent-store-type.")
    void tooLarge(String application, int characters, int most, String attributes);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 101078,
            value =
                    "application %s: a session was changed when its response had begun already, so that its client does not"
                            + " have that: %s")
    @Explained(
            cause =
                    "The cookie that has the session goes with the head of the response, which was sent when the response was"
                            + " flushed, or larger than its buffer. Said once for each set of attributes; all are counted.",
            action = "Change the session before the response is written, or give the response a larger buffer"
                    + " (setBufferSize).")
    void late(String application, String what);
}
