package io.keelson.kernel.lifecycle;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The state of a server and who is told of it. Changed only by the holder of the server's transition lock. */
final class StateMachine {
    private final String server;
    private final List<ServerStateListener> listeners = new CopyOnWriteArrayList<>();
    private volatile ServerState state = ServerState.STARTING;

    StateMachine(String server) {
        this.server = server;
    }

    ServerState state() {
        return state;
    }

    void addListener(ServerStateListener listener) {
        listeners.add(listener);
    }

    void enter(ServerState next) {
        ServerState before = state;
        if (before == next) {
            return;
        }
        state = next;
        LifecycleLog.LOG.state(server, next);
        for (ServerStateListener listener : listeners) {
            try {
                listener.changed(before, next);
            } catch (RuntimeException | Error e) { // one listener must not stop the server's life
                LifecycleLog.LOG.listenerFailed(e, next);
            }
        }
    }
}
