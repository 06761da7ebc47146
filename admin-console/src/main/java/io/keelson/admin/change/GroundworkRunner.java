package io.keelson.admin.change;

import io.keelson.base.thread.Threads;
import io.keelson.kernel.config.DomainConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Has the {@link Groundwork} of an attempt laid, on a thread of its own. Owns what that groundwork is. Guarded by the lock of the
 * {@link ChangeCentre}, with which it is called and which is given up while it waits.
 */
final class GroundworkRunner {
    /** Time that servers may take to get what they need before they prepare. */
    private static final Duration LONGEST = Duration.ofMinutes(60);

    private final Waiting waiting;
    private Groundwork groundwork = Groundwork.NONE;

    GroundworkRunner(Waiting waiting) {
        this.waiting = waiting;
    }

    /** Says what servers need before they prepare. */
    void needed(Groundwork needed) {
        groundwork = needed;
    }

    /**
     * Has it laid, and waits for that.
     *
     * @throws ChangeException when a server refuses or takes too long
     * @throws IOException when it failed otherwise
     */
    void lay(Revision revision, DomainConfiguration before, DomainConfiguration after, Set<String> servers)
            throws ChangeException, IOException {
        Groundwork needed = groundwork;
        Set<String> asked = Set.copyOf(servers);
        CompletableFuture<Boolean> laid = new CompletableFuture<>();
        Threads.daemon("keelson.activation: groundwork", () -> {
                    try {
                        needed.lay(revision.id(), before, after, asked);
                        laid.complete(true);
                    } catch (Throwable e) { // handed to whoever activates
                        laid.completeExceptionally(e);
                    } finally {
                        waiting.wake();
                    }
                })
                .start();
        waiting.await(LONGEST, laid::isDone);
        if (!laid.isDone()) {
            throw new ChangeException(
                    ChangeException.Kind.REFUSED,
                    "The servers took longer than " + LONGEST.toMinutes() + " minutes; nothing was changed");
        }
        try {
            laid.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ChangeException refused) {
                ChangeLog.LOG.aborted(revision.author(), refused.getMessage() + " " + refused.causes());
                throw refused;
            }
            throw new IOException("what the servers need could not be brought to them: " + e.getCause(), e);
        }
    }
}
