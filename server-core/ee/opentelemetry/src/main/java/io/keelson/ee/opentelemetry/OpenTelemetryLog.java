package io.keelson.ee.opentelemetry;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of applications' telemetry: 250120 to 250129. */
@MessageLogger(projectCode = "KLS-", length = 6)
public interface OpenTelemetryLog extends BasicLogger {
    OpenTelemetryLog LOG =
            Logger.getMessageLogger(MethodHandles.lookup(), OpenTelemetryLog.class, "io.keelson.opentelemetry");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250120, value = "%s has ended before its telemetry was sent; what was left within %d seconds is lost")
    @Explained(
            cause =
                    "At undeployment the application's exporters were given time to send what waited, and they did not end"
                            + " in time: the collector is away or slow.",
            action = "Look at the address otel.exporter.otlp.endpoint and at the collector.")
    void notSent(String application, long seconds);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 250121, value = "%s sends telemetry: traces to %s, metrics to %s, logs to %s")
    @Explained(
            cause = "The application has otel.sdk.disabled=false.",
            action = "None. Where the collector is another one, change otel.exporter.otlp.endpoint of the application.")
    void sends(String application, String traces, String metrics, String logs);
}
