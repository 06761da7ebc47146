package io.keelson.kernel.lifecycle;

/** Is told when the state of a server changes. */
@FunctionalInterface
public interface ServerStateListener {
    /**
     * The state has changed. Called in the order of the changes, one at a time, by the thread that makes the change; it
     * should return soon. What it throws is logged and changes nothing.
     */
    void changed(ServerState from, ServerState to);
}
