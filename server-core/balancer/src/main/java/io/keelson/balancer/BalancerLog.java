package io.keelson.balancer;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the load balancer: 002800 to 002849. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface BalancerLog extends BasicLogger {
    BalancerLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), BalancerLog.class, "io.keelson.balancer");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 2800, value = "Balancing between %s, by %s")
    @Explained(cause = "The load balancer has started.", action = "None.")
    void balances(String servers, String method);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 2801, value = "Server %s takes requests")
    @Explained(cause = "The server has said that it is ready.", action = "None.")
    void ready(String server);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 2802, value = "Server %s is not ready: it gets no new sessions")
    @Explained(
            cause = "The server starts, is being suspended or stopped, or has been suspended.",
            action = "None where that is meant; else resume or restart the server.")
    void notReady(String server);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 2803, value = "Server %s gets no requests: %s")
    @Explained(
            cause = "The server does not run, does not listen where the balancer looks for it, or does not answer.",
            action = "Start the server. Where it runs, compare its address and port with those of the balancer.")
    void lost(String server, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 2804, value = "No server takes requests: they are answered with status 503")
    @Explained(
            cause =
                    "All servers behind the balancer are down, not ready, or have as many connections as they may have.",
            action = "Start servers, or raise max-connections.")
    void nobody();
}
