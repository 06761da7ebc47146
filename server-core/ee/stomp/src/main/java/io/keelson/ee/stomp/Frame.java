package io.keelson.ee.stomp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A frame of a client.
 *
 * @param command the command
 * @param headers by name, in their order; of several with a name the first
 * @param body the body, which only SEND has
 */
record Frame(Command command, Map<String, String> headers, byte[] body) {
    /** Returns a header; null: the frame does not have it. */
    @Nullable
    String header(String name) {
        return headers.get(name);
    }

    /**
     * Returns a header that has to be there.
     *
     * @throws FrameException where it is not, or is empty
     */
    String needed(String name) throws FrameException {
        String value = headers.get(name);
        if (value == null || value.isEmpty()) {
            throw new FrameException("the frame " + command + " needs a header '" + name + "'", receipt());
        }
        return value;
    }

    /** Returns true if a header is {@code true}. */
    boolean says(String name) {
        return "true".equals(headers.get(name));
    }

    /**
     * Returns a header that is a number.
     *
     * @throws FrameException where it is no number, or not within the bounds
     */
    long number(String name, long without, long min, long max) throws FrameException {
        String text = headers.get(name);
        if (text == null) {
            return without;
        }
        try {
            long number = Long.parseLong(text.trim());
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw notANumber(name, min, max);
        }
        throw notANumber(name, min, max);
    }

    private FrameException notANumber(String name, long min, long max) {
        return new FrameException(
                "the header '" + name + "' of " + command + " is to be a number from " + min + " to " + max, receipt());
    }

    /** Returns the receipt that the client asks for; null: none. */
    @Nullable
    String receipt() {
        return headers.get("receipt");
    }

    /** Shows neither headers nor body: a header may be a password. */
    @Override
    public String toString() {
        return command + " with " + headers.size() + " headers and " + body.length + " bytes";
    }
}
