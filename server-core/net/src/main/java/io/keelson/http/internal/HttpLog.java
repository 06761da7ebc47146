package io.keelson.http.internal;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of HTTP: 002700 to 002799. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface HttpLog extends BasicLogger {
    HttpLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), HttpLog.class, "io.keelson.http");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 2700, value = "The handler of %s %s failed on channel %s")
    @Explained(
            cause = "A part of the server that serves this path threw an exception; the client got status 500.",
            action = "Look at the exception; report it where it is not an application's.")
    void handlerFailed(String method, String path, String channel, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 2701, value = "A listener of an exchange on channel %s failed")
    @Explained(
            cause = "A part of the server that is told of the end of a request, or of data, threw an exception.",
            action = "Look at the exception and report it.")
    void listenerFailed(String channel, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 2702,
            value =
                    "%d connections were closed because their clients were too slow: %d in sending the head of a request, %d in"
                            + " sending its body, %d in reading the response; the last was of %s")
    @Explained(
            cause =
                    "header-timeout, body-timeout, body-min-rate or write-timeout of the channel had passed: bad networks,"
                            + " clients that stopped, or an attack. No thread waits for them any longer. Said at most every ten"
                            + " seconds by each reader.",
            action = "If they are many, look at where they come from; if they are good clients, give them more time.")
    void slowClients(int all, int heads, int bodies, int responses, String client);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 2703,
            value =
                    "%d HTTP/2 connections were closed because their clients flooded the server; the last was of %s: %s")
    @Explained(
            cause =
                    "A client opened and reset more streams, or sent more frames that carry nothing, than http2-max-resets and"
                            + " http2-max-control-frames of the channel allow within ten seconds, or a header block in too many"
                            + " frames: an attack, or a broken client. Said at most every ten seconds by each reader.",
            action = "Look at where they come from; if they are good clients, raise the limits of the channel.")
    void floods(int count, String client, String why);
}
