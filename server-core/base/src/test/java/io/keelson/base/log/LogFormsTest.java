package io.keelson.base.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.trace.TraceContext;
import io.keelson.base.trace.TracedThread;
import java.time.ZoneOffset;
import java.util.Map;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.junit.jupiter.api.Test;

class LogFormsTest {
    private static LogEvent event(String message, Throwable thrown) {
        return event("io.keelson.test", message, thrown);
    }

    private static LogEvent event(String logger, String message, Throwable thrown) {
        ExtLogRecord record = new ExtLogRecord(Level.WARN, message, ExtLogRecord.FormatStyle.NO_FORMAT, "x");
        record.setLoggerName(logger);
        record.setThreadName("main");
        record.setThrown(thrown);
        record.setInstant(java.time.Instant.ofEpochMilli(1_700_000_000_123L));
        return LogEvent.of(record);
    }

    private static String text(LogEvent event) {
        StringBuilder to = new StringBuilder();
        new LogText(ZoneOffset.UTC, false).append(event, to);
        return to.toString();
    }

    private static String json(LogEvent event) {
        StringBuilder to = new StringBuilder();
        new LogJson().append(event, to);
        return to.toString();
    }

    @Test
    void textHasTimeSeverityLoggerThreadIdAndMessage() {
        assertThat(text(event("KLS-000101: 3 records", null)))
                .isEqualTo("2023-11-14 22:13:20,123 WARN  [io.keelson.test] (main) KLS-000101: 3 records\n");
    }

    @Test
    void jsonIsOneObjectALineWithTheIdApart() {
        assertThat(json(event("KLS-000101: say \"hi\" \\ é 😀", null)))
                .isEqualTo(
                        "{\"timestamp\":\"2023-11-14T22:13:20.123Z\",\"severity\":\"WARN\",\"logger\":\"io.keelson.test\","
                                + "\"thread\":\"main\",\"id\":\"KLS-000101\",\"message\":\"say \\\"hi\\\" \\\\ é 😀\"}\n");
    }

    private static final class Follower extends Thread implements TracedThread {
        private final Map<String, String> own;
        private volatile String written = "";

        private Follower(Map<String, String> own) {
            this.own = own;
        }

        @Override
        public TraceContext traceContext() {
            return new TraceContext(1, 2, 3, false, null);
        }

        @Override
        public void run() {
            ExtLogRecord record = new ExtLogRecord(Level.WARN, "x", ExtLogRecord.FormatStyle.NO_FORMAT, "x");
            record.setLoggerName("com.shop");
            own.forEach(record::putMdc);
            written = json(LogEvent.of(record));
        }
    }

    private static String writtenBy(Map<String, String> own) throws InterruptedException {
        Follower thread = new Follower(own);
        thread.start();
        thread.join();
        return thread.written;
    }

    @Test
    void aThreadThatKnowsItsTraceHasItInItsRecords() throws Exception {
        assertThat(writtenBy(Map.of()))
                .contains("\"trace-id\":\"00000000000000010000000000000002\"", "\"span-id\":\"0000000000000003\"");
        assertThat(writtenBy(Map.of("trace-id", "of the application", "user", "alice")))
                .contains("\"trace-id\":\"of the application\"", "\"user\":\"alice\"");
    }

    @Test
    void anApplicationCannotWriteAMessageWithAnIdOfTheServer() {
        LogEvent event = event("com.shop", "KLS-000360: Server started", null);
        assertThat(event.id()).isNull();
        assertThat(event.message()).startsWith("KLS-000360");
    }

    @Test
    void whatAClientSentNeverBeginsALineNorMovesTheCursor() {
        LogEvent event = event("user 'x\r\n2023 INFO fake\u001b[2J\u0085\u2028\u202e\ud800'", null);
        assertThat(text(event))
                .hasLineCount(1)
                .contains("x\\r\\n2023 INFO fake\\u001b[2J\\u0085\\u2028\\u202e\\ud800'");
        assertThat(json(event)).hasLineCount(1).contains("x\\r\\n2023");
    }

    @Test
    void stackTracesHoldEachMessageToItsLineAndShowCausesAndLoops() {
        Exception cause = new IllegalStateException("a\n\tat fake.Frame(X.java:1)");
        Exception thrown = new Exception("outer", cause);
        thrown.addSuppressed(new Exception("beside"));
        cause.addSuppressed(thrown);
        String text = text(event("failed", thrown));
        assertThat(text)
                .contains("\njava.lang.Exception: outer\n\tat ")
                .contains("\nCaused by: java.lang.IllegalStateException: a\\n\tat fake")
                .contains("\n\tSuppressed: java.lang.Exception: beside")
                .contains("[seen above]")
                .contains("... ");
        assertThat(json(event("failed", thrown)))
                .hasLineCount(1)
                .contains("\"exception\":{\"type\":\"java.lang.Exception\",\"message\":\"outer\",\"stack-trace\":\"");
    }

    @Test
    void anExceptionThatFailsToDescribeItselfIsStillLogged() {
        Exception broken = new Exception() {
            @Override
            public String getMessage() {
                throw new StackOverflowError();
            }
        };
        assertThat(text(event("failed", broken)))
                .contains("its message could not be had: java.lang.StackOverflowError");
    }

    @Test
    void aParameterThatFailsToDescribeItselfIsStillLogged() {
        ExtLogRecord record = new ExtLogRecord(Level.INFO, "value %s", ExtLogRecord.FormatStyle.PRINTF, "x");
        record.setParameters(new Object[] {
            new Object() {
                @Override
                public String toString() {
                    throw new IllegalStateException();
                }
            }
        });
        assertThat(LogEvent.of(record).message()).contains("value %s").contains("IllegalStateException");
    }

    @Test
    void hugeMessagesAreCut() {
        assertThat(event("x".repeat(100_000), null).message())
                .hasSizeLessThan(40_000)
                .endsWith("67232 more characters");
    }

    @Test
    void colourIsOnlyWhereAsked() {
        StringBuilder to = new StringBuilder();
        new LogText(ZoneOffset.UTC, true).append(event("m", null), to);
        assertThat(to).contains("\u001b[33mWARN\u001b[0m");
    }

    @Test
    void theContextIsWritten() {
        LogEvent e = event("m", null);
        LogEvent with = new LogEvent(
                e.millis(),
                e.severity(),
                e.logger(),
                e.thread(),
                e.id(),
                e.message(),
                Map.of("b", "2", "a", "1"),
                null);
        assertThat(json(with)).contains("\"context\":{\"a\":\"1\",\"b\":\"2\"}");
    }

    @Test
    void severitiesOfOtherInterfacesFindTheirPlace() {
        assertThat(Severity.of(java.util.logging.Level.SEVERE)).isEqualTo(Severity.ERROR);
        assertThat(Severity.of(java.util.logging.Level.CONFIG)).isEqualTo(Severity.DEBUG);
        assertThat(Severity.of(java.util.logging.Level.FINEST)).isEqualTo(Severity.TRACE);
        assertThat(Severity.of(Level.FATAL)).isEqualTo(Severity.FATAL);
    }
}
