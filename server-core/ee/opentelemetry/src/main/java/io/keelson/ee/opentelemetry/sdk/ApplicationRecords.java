package io.keelson.ee.opentelemetry.sdk;

import io.keelson.base.log.LogTap;
import io.keelson.base.log.Logging;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.logs.LogRecordBuilder;
import io.opentelemetry.api.logs.LoggerProvider;
import io.opentelemetry.api.logs.Severity;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/**
 * Sends records that threads of one application log, whatever interface they use. Records of the server and of the library that sends are
 * left out: the latter would come back. Thread-safe.
 *
 * <p>Specification: MicroProfile Telemetry 2.1, 7 Logs.
 */
final class ApplicationRecords {
    private static final AttributeKey<String> TYPE = AttributeKey.stringKey("exception.type");
    private static final AttributeKey<String> MESSAGE = AttributeKey.stringKey("exception.message");
    private static final AttributeKey<String> STACK = AttributeKey.stringKey("exception.stacktrace");
    private static final AttributeKey<String> THREAD = AttributeKey.stringKey("thread.name");

    private final LoggerProvider loggers;
    private final ClassLoader application;

    private ApplicationRecords(LoggerProvider loggers, ClassLoader application) {
        this.loggers = loggers;
        this.application = application;
    }

    /** Begins to send; closing what it returns ends that. Without a log in force there is nothing to send. */
    static AutoCloseable send(LoggerProvider loggers, ClassLoader application) {
        ApplicationRecords records = new ApplicationRecords(loggers, application);
        Optional<LogTap.Registration> tap = Logging.inForce().map(log -> log.tapRecords(records::logged));
        return () -> tap.ifPresent(LogTap.Registration::close);
    }

    private void logged(LogRecord record, String message) {
        String name = record.getLoggerName() == null ? "" : record.getLoggerName();
        if (isOfApplication() && !name.startsWith("io.keelson.") && !name.startsWith("io.opentelemetry.")) {
            LogRecordBuilder sent = loggers.loggerBuilder(name.isEmpty() ? "root" : name)
                    .build()
                    .logRecordBuilder()
                    .setTimestamp(record.getInstant())
                    .setSeverity(severity(record.getLevel()))
                    .setSeverityText(record.getLevel().getName())
                    .setAttribute(THREAD, Thread.currentThread().getName())
                    .setBody(message);
            describe(sent, record.getThrown());
            sent.emit();
        }
    }

    private boolean isOfApplication() {
        return ApplicationTelemetry.ofThread()
                .filter(telemetry -> telemetry.isOf(application))
                .isPresent();
    }

    private static void describe(LogRecordBuilder sent, @Nullable Throwable thrown) {
        if (thrown != null) {
            StringWriter stack = new StringWriter();
            thrown.printStackTrace(new PrintWriter(stack));
            sent.setAttribute(TYPE, thrown.getClass().getName());
            sent.setAttribute(STACK, stack.toString());
            if (thrown.getMessage() != null) {
                sent.setAttribute(MESSAGE, thrown.getMessage());
            }
        }
    }

    private static Severity severity(Level level) {
        int value = level.intValue();
        if (value >= Level.SEVERE.intValue()) {
            return Severity.ERROR;
        }
        if (value >= Level.WARNING.intValue()) {
            return Severity.WARN;
        }
        if (value >= Level.CONFIG.intValue()) {
            return Severity.INFO;
        }
        return value >= Level.FINE.intValue() ? Severity.DEBUG : Severity.TRACE;
    }
}
