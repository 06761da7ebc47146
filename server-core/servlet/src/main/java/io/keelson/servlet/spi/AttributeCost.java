package io.keelson.servlet.spi;

/**
 * Cost of one attribute of an application's sessions on this server, since the application was started. Its values are not shown.
 *
 * @param attribute its name
 * @param type the class that it had when it was last written
 * @param set how often it was serialised, because a request had set it
 * @param changed how often its bytes were others than before: only then they are written, or sent
 * @param bytes how many bytes these were together
 * @param unchangedBytes how many bytes were serialised that turned out to be as before, and so were not sent
 * @param largest the most bytes that it had
 * @param marshallingMicros how long its serialisation took altogether, in microseconds
 * @param changedInPlace how often it was found to have been changed in place and not set again, which no store notices; looked for on a
 *     sample of requests
 */
public record AttributeCost(
        String attribute,
        String type,
        long set,
        long changed,
        long bytes,
        long unchangedBytes,
        long largest,
        long marshallingMicros,
        long changedInPlace) {}
