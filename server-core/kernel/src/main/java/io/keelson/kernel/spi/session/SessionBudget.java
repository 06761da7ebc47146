package io.keelson.kernel.spi.session;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Costs of the sessions of one application on one server. Values of attributes are not in it. Immutable.
 *
 * @param application the deployment
 * @param contextRoot where it is reached
 * @param storeType {@code memory}, {@code replicated}, ...
 * @param sessions how many are in this server's memory
 * @param bytes what their attributes take as bytes; empty: nobody makes bytes of them, or their clients have them
 * @param requests how many requests have used one since the application was started
 * @param sentBytes how many bytes of attributes had to be written, or sent, since then
 * @param attributes what each attribute has cost, the dearest first
 * @param knee how many sessions in use this server is expected to stand
 */
public record SessionBudget(
        String application,
        String contextRoot,
        String storeType,
        int sessions,
        OptionalLong bytes,
        long requests,
        long sentBytes,
        List<Cost> attributes,
        Knee knee) {
    public SessionBudget {
        attributes = List.copyOf(attributes);
    }

    /**
     * Costs of one attribute since the application was started.
     *
     * @param type the class that it had when it was last written
     * @param set how often it was serialised, because a request had set it
     * @param changed how often its bytes were others than before, so that they had to be written, or sent
     * @param sentBytes how many bytes these were
     * @param unchangedBytes how many bytes were serialised that turned out to be as before: what setting it for nothing has cost
     * @param bytesPerRequest {@code sentBytes} by the requests that have used a session
     * @param share of the bytes of all attributes, 0 to 1
     * @param marshallingMicros how long its serialisation took altogether, in microseconds
     */
    public record Cost(
            String attribute,
            String type,
            long set,
            long changed,
            long sentBytes,
            long unchangedBytes,
            double bytesPerRequest,
            double share,
            long marshallingMicros) {}

    /**
     * At how many sessions in use this server's processors are expected to be used to 70 %, if each goes on as those of the last minutes.
     *
     * @param sessions how many; empty: what was seen is not enough to tell
     * @param reason why it cannot be told; empty where it can
     * @param active how many sessions were in use during the window
     * @param requests how many requests they made
     * @param processorShare how much of the processors this server's process has used, 0 to 1
     * @param window how long was looked
     */
    public record Knee(
            OptionalLong sessions,
            Optional<String> reason,
            int active,
            long requests,
            double processorShare,
            Duration window) {}
}
