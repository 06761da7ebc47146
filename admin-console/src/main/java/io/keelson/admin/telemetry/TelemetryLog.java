package io.keelson.admin.telemetry;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of telemetry: 141620 to 141629. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface TelemetryLog extends BasicLogger {
    TelemetryLog LOG =
            Logger.getMessageLogger(MethodHandles.lookup(), TelemetryLog.class, "io.keelson.admin.telemetry");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141620, value = "The collector at %s does not take figures: %s")
    @Explained(
            cause = "Nobody listens at telemetry.endpoint, it takes too long, or its answer is no success. "
                    + "Figures of that time are lost; nothing"
                    + " waits for it. It is asked again at every interval, without a further message until it is back.",
            action =
                    "Look whether the collector runs, and whether telemetry.endpoint, headers and trust-file are right.")
    void away(String endpoint, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141621, value = "The collector at %s takes figures")
    @Explained(
            cause = "The first export after the start, a change of the settings or a time without.",
            action = "None.")
    void here(String endpoint);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141622, value = "Neither figures nor spans are sent to %s: this server does not have the part 'otlp'")
    @Explained(
            cause = "A load balancer has no parts; any other server lacks KEELSON_HOME/parts/otlp.",
            action = "Where it is no load balancer, install the distribution again.")
    void noPart(String endpoint);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141623, value = "Neither figures nor spans can be sent to %s: %s")
    @Explained(
            cause = "A file that the settings name cannot be used. The server runs on.",
            action = "Correct the settings or the file, and activate or restart.")
    void notOpened(String endpoint, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141624, value = "The server's figures could not be made or sent")
    @Explained(
            cause = "An error of the server itself, or of a room that shows its state; the stack trace says where.",
            action = "Report it with the stack trace. It is tried again at every interval, without a further message.")
    void failed(@Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141625, value = "The collector at %s does not take spans: %s")
    @Explained(
            cause = "Nobody listens at telemetry.endpoint, it takes too long, or its answer is no success: "
                    + "perhaps it takes figures and has no"
                    + " pipeline for traces. Spans wait as long as there is place, then they are dropped; no "
                    + "request waits for it. It is asked"
                    + " again at every telemetry.traces.interval, without a further message until it is back.",
            action =
                    "Look whether the collector runs and takes traces, and whether telemetry.endpoint, headers and trust-file are right."
                            + " keelson runtime telemetry says how many were dropped.")
    void spansAway(String endpoint, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141626, value = "The collector at %s takes spans")
    @Explained(
            cause = "The first export after the start, a change of the settings or a time without.",
            action = "None.")
    void spansHere(String endpoint);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141627, value = "Spans could not be sent")
    @Explained(
            cause = "An error of the server itself; the stack trace says where.",
            action =
                    "Report it with the stack trace. What comes later is tried again at every interval, without a further message.")
    void spansFailed(@Cause Throwable cause);
}
