package io.keelson.websocket.session;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Waits for what has been given to the {@link Outbox}.
 *
 * <p>Specification: WebSocket 2.2, 2.1.4 Sending Messages.
 */
final class Awaiting {
    private Awaiting() {}

    /**
     * Waits.
     *
     * @param tooLate told when the time is over, or the thread is interrupted while a message is on its way
     * @throws IOException when it could not be sent
     */
    static void await(CompletableFuture<?> sent, Duration most, Consumer<IOException> tooLate) throws IOException {
        try {
            sent.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(String.valueOf(cause.getMessage()), cause);
        } catch (TimeoutException e) {
            IOException late = late(most);
            tooLate.accept(late);
            throw late;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted =
                    new InterruptedIOException("interrupted while a message is being sent");
            tooLate.accept(interrupted);
            throw interrupted;
        }
    }

    static IOException late(Duration most) {
        return new SocketTimeoutException(
                "the client did not take the message within " + most.toMillis() + " ms; the connection was broken off");
    }
}
