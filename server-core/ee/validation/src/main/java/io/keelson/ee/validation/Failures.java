package io.keelson.ee.validation;

/** Reasons of failures, as messages have them. */
final class Failures {
    private Failures() {}

    /** Returns the message with those of its causes, outermost first; a message that repeats an earlier one is left out. */
    static String reason(Throwable failure) {
        StringBuilder reason = new StringBuilder();
        for (Throwable at = failure; at != null; at = at.getCause()) {
            String message = at.getMessage() == null ? at.toString() : at.getMessage();
            if (reason.indexOf(message) < 0) {
                reason.append(reason.isEmpty() ? "" : "; ").append(message);
            }
        }
        return reason.toString();
    }
}
