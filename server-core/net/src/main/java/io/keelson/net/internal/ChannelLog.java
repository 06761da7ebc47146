package io.keelson.net.internal;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of channels: 002610 to 002639, and 002660 to 002699. Those between are of TLS. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface ChannelLog extends BasicLogger {
    ChannelLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), ChannelLog.class, "io.keelson.net");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 2613, value = "Channel %s is now listening on %s:%d for protocols %s")
    @Explained(cause = "The channel has been opened.", action = "None.")
    void listening(String channel, String address, int port, String protocols);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 2614, value = "Channel %s has stopped listening on %s:%d")
    @Explained(cause = "The server is being suspended or shut down.", action = "None.")
    void closed(String channel, String address, int port);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 2615,
            value = "Channel %s has %d open sockets, which is its limit; it accepts no more until one is closed")
    @Explained(
            cause = "As many connections as max-open-sockets allows are open. Clients wait in the backlog. Said at most"
                    + " every ten seconds.",
            action =
                    "Raise max-open-sockets of the channel, lower its idle-timeout, or find out who keeps connections open.")
    void full(String channel, int sockets);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 2616, value = "Channel %s could not accept a connection; it tries again every second")
    @Explained(
            cause =
                    "The operating system refused a connection for a reason that has nothing to do with it; at the limit of"
                            + " descriptors or memory message 000401 is given instead. Said at most every ten seconds.",
            action = "See the reason given. Look at the limits and the packet filter of the machine.")
    void acceptFailed(String channel, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 2617,
            value = "Channel %s accepts no more for now: the last %d of the process's %d descriptors are kept for"
                    + " administration, logs and files")
    @Explained(
            cause =
                    "Clients, or files that an application opened, hold nearly all descriptors that the process may have"
                            + " (ulimit -n). Clients wait in the backlog; connections that are open are served on. Said at most"
                            + " every ten seconds.",
            action =
                    "Raise the limit of descriptors of the process, lower max-open-sockets or idle-timeout of the channel, or"
                            + " find out who keeps connections or files open.")
    void descriptorsKept(String channel, long kept, long limit);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 2618,
            value =
                    "Channel %s closed %d connections of clients that are no trusted proxies, the last of %s: its connections"
                            + " begin with the PROXY protocol")
    @Explained(
            cause =
                    "proxy-protocol is true, and somebody connected whose address is not in trusted-proxies. Said at most"
                            + " every ten seconds.",
            action =
                    "Add the address to trusted-proxies where it is one of your proxies; else let the packet filter keep"
                            + " others from this port.")
    void distrusted(String channel, int connections, String client);
}
