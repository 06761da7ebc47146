package io.keelson.deploy.internal;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.VersionedName;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Operations on one application, one after the other. Who would wait for too long for another one is refused: an application that hangs
 * while it starts must not take a thread of administration with each attempt to replace it. Thread-safe.
 */
final class Turns {
    private final Duration patience;
    private final Map<String, Semaphore> turns = new ConcurrentHashMap<>();

    Turns(Duration patience) {
        this.patience = patience;
    }

    /** Runs the operation on a thread of its own and waits for it, as {@link OperationThread#call}. */
    <T> T call(String name, OperationThread.Operation<T> operation) throws DeploymentException {
        Semaphore turn = turns.computeIfAbsent(VersionedName.of(name).name(), n -> new Semaphore(1, true));
        take(turn, name);
        try {
            return OperationThread.call(name, operation);
        } finally {
            turn.release();
        }
    }

    private void take(Semaphore turn, String name) throws DeploymentException {
        try {
            if (turn.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new DeploymentException("another operation on the application '" + name + "' has not ended within "
                + patience.toSeconds() + " s; the thread dump shows what the thread 'keelson.deploy: " + name
                + "' waits for; try again when it has ended, or restart the server");
    }
}
