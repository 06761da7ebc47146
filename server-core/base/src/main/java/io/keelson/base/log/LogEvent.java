package io.keelson.base.log;

import io.keelson.base.trace.TraceContext;
import io.keelson.base.trace.TracedThread;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.logmanager.ExtLogRecord;
import org.jspecify.annotations.Nullable;

/**
 * A log record as plain text and numbers: nothing in it belongs to an application any more, so that writing it cannot run
 * an application's code or keep its class loader. Immutable.
 *
 * @param millis when, in milliseconds since the epoch
 * @param severity how much it matters
 * @param logger the category
 * @param thread the thread that logged
 * @param id the id in the catalogue, {@code KLS-000101}; null for what has none
 * @param message the message without its id
 * @param context the mapped diagnostic context, and the ids of the trace and the span that the thread works for
 * @param thrown what was thrown; null where nothing was
 */
record LogEvent(
        long millis,
        Severity severity,
        String logger,
        String thread,
        @Nullable String id,
        String message,
        Map<String, String> context,
        @Nullable Thrown thrown) {
    private static final int MOST_CHARACTERS = 32 * 1024;
    private static final Pattern OWN = Pattern.compile("(KLS-\\d{6}): ");

    /**
     * Exception that was thrown.
     *
     * @param type the class
     * @param message its message, empty where it has none
     * @param stackTrace type, message and frames, causes too
     */
    record Thrown(String type, String message, String stackTrace) {}

    /** Takes what is to be written from a record, on the thread that logs. */
    static LogEvent of(ExtLogRecord record) {
        String logger = record.getLoggerName() == null ? "" : record.getLoggerName();
        String message = message(record);
        String id = null;
        // Only our own messages have ids: an application cannot write one that looks like the server's.
        if (logger.startsWith("io.keelson.")) {
            Matcher m = OWN.matcher(message);
            if (m.lookingAt()) {
                id = m.group(1);
                message = message.substring(m.end());
            }
        }
        String thread = record.getThreadName() == null ? "" : record.getThreadName();
        Throwable thrown = record.getThrown();
        return new LogEvent(
                record.getInstant().toEpochMilli(),
                Severity.of(record.getLevel()),
                logger,
                thread,
                id,
                cut(message),
                context(record),
                thrown == null
                        ? null
                        : new Thrown(
                                thrown.getClass().getName(), cut(StackTrace.message(thrown)), StackTrace.of(thrown)));
    }

    /** Keeps what an application has put there under these names itself: it may follow its work by means of its own. */
    private static Map<String, String> context(ExtLogRecord record) {
        Map<String, String> own = record.getMdcCopy();
        TraceContext trace = Thread.currentThread() instanceof TracedThread thread ? thread.traceContext() : null;
        if (trace == null) {
            return own;
        }
        Map<String, String> all = new HashMap<>(own);
        all.putIfAbsent("trace-id", trace.traceId());
        all.putIfAbsent("span-id", trace.spanText());
        return all;
    }

    /** Returns how many characters it holds, about. */
    int weight() {
        return 128 + message.length() + (thrown == null ? 0 : thrown.stackTrace.length() + thrown.message.length());
    }

    private static String message(ExtLogRecord record) {
        try {
            String message =
                    record.getFormatStyle() == ExtLogRecord.FormatStyle.PRINTF && record.getParameters() != null
                            // Digits as programs read them, whatever language the process speaks.
                            ? String.format(Locale.ROOT, record.getMessage(), record.getParameters())
                            : record.getFormattedMessage();
            return message == null ? "" : message;
        } catch (Throwable broken) { // a parameter's toString is code of an application and may throw anything
            return record.getMessage() + " (could not be formatted: "
                    + broken.getClass().getName() + ")";
        }
    }

    private static String cut(String text) {
        return text.length() <= MOST_CHARACTERS
                ? text
                : text.substring(0, MOST_CHARACTERS) + "... " + (text.length() - MOST_CHARACTERS) + " more characters";
    }
}
