package io.keelson.admin;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.lifecycle.ServerStateListener;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Readiness of the server for requests of applications: it runs, so its applications do and its doors are open, and has found its
 * cluster. A server serves without its cluster, too, as when the others are away; so it is waited for once, and not for ever. Nor is
 * it ready after a pause of its process, until it knows that no other server has taken its sessions over. Thread-safe.
 */
final class Readiness implements ServerStateListener {
    /** A server that runs finds others that are there well within this time. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Supplier<ServerState> state;
    private final BooleanSupplier formed;
    private final BooleanSupplier doubtful;
    private final Ticker ticker;
    private volatile boolean ran;
    private volatile long runningSince;
    private volatile boolean found;

    /**
     * Of a server.
     *
     * @param formed whether the server belongs to its cluster, or to none; asked on muxer threads until it has said so
     * @param doubtful whether it does not know if others have taken its sessions over; asked on muxer threads
     */
    Readiness(Supplier<ServerState> state, BooleanSupplier formed, BooleanSupplier doubtful, Ticker ticker) {
        this.state = state;
        this.formed = formed;
        this.doubtful = doubtful;
        this.ticker = ticker;
    }

    @Override
    public void changed(ServerState from, ServerState to) {
        if (to == ServerState.RUNNING && !ran) {
            runningSince = ticker.nanoTime();
            ran = true;
        }
    }

    /** The state of the server. */
    ServerState state() {
        return state.get();
    }

    /** Returns whether it runs and would be ready if it had found its cluster. */
    boolean waitsForCluster() {
        return state.get() == ServerState.RUNNING && !found();
    }

    /** Returns whether it runs and would be ready if it knew that its sessions are its own. */
    boolean doubts() {
        return state.get() == ServerState.RUNNING && doubtful.getAsBoolean();
    }

    /** Returns whether it is ready. */
    boolean ready() {
        return state.get() == ServerState.RUNNING && found() && !doubtful.getAsBoolean();
    }

    private boolean found() {
        if (!found && (formed.getAsBoolean() || ran && ticker.nanoTime() - runningSince >= PATIENCE.toNanos())) {
            found = true;
        }
        return found;
    }
}
