package io.keelson.base.log;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The stack trace of an exception as text, in the form of the JDK, but with every message held to its line. It is made on
 * the thread that logs, because an exception's own methods are code of applications and must not run on the log's writer.
 */
final class StackTrace {
    /** Length at which a trace is cut: a log queue must not be filled by a few exceptions. */
    private static final int MOST_CHARACTERS = 64 * 1024;

    private final StringBuilder text = new StringBuilder(2048);
    private final Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private StackTrace() {}

    static String of(Throwable thrown) {
        StackTrace trace = new StackTrace();
        trace.append(thrown, "", "", new StackTraceElement[0]);
        if (trace.text.length() > MOST_CHARACTERS) {
            int cut = trace.text.length() - MOST_CHARACTERS;
            trace.text.setLength(MOST_CHARACTERS);
            trace.text.append("\n... ").append(cut).append(" more characters");
        }
        return trace.text.toString();
    }

    /** The exception's own message; says so when even that cannot be had. */
    static String message(Throwable thrown) {
        try {
            String message = thrown.getLocalizedMessage();
            return message == null ? "" : message;
        } catch (Throwable broken) { // an application's method may throw anything, and the log must not
            return "(its message could not be had: " + broken.getClass().getName() + ")";
        }
    }

    private void append(Throwable thrown, String indent, String caption, StackTraceElement[] enclosing) {
        if (!text.isEmpty()) {
            text.append('\n');
        }
        text.append(indent).append(caption).append(thrown.getClass().getName());
        String message = message(thrown);
        if (!message.isEmpty()) {
            text.append(": ");
            Escape.line(text, message);
        }
        if (!seen.add(thrown)) {
            text.append(" [seen above]");
            return;
        }
        if (text.length() > MOST_CHARACTERS) {
            return;
        }
        StackTraceElement[] frames = thrown.getStackTrace();
        int shared = shared(frames, enclosing);
        for (int i = 0; i < frames.length - shared; i++) {
            text.append('\n').append(indent).append("\tat ");
            Escape.line(text, frames[i].toString());
        }
        if (shared > 0) {
            text.append('\n').append(indent).append("\t... ").append(shared).append(" more");
        }
        for (Throwable suppressed : thrown.getSuppressed()) {
            append(suppressed, indent + "\t", "Suppressed: ", frames);
        }
        Throwable cause = thrown.getCause();
        if (cause != null) {
            append(cause, indent, "Caused by: ", frames);
        }
    }

    private static int shared(StackTraceElement[] frames, StackTraceElement[] enclosing) {
        int n = 0;
        while (n < frames.length
                && n < enclosing.length
                && frames[frames.length - 1 - n].equals(enclosing[enclosing.length - 1 - n])) {
            n++;
        }
        return n;
    }
}
