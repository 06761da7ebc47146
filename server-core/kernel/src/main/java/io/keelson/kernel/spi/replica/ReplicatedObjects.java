package io.keelson.kernel.spi.replica;

/** Opens groups of objects that have a copy on another server. Thread-safe. */
public interface ReplicatedObjects {
    /** Returns true if the server takes part in a cluster. */
    boolean available();

    /**
     * Opens a group; servers with a group of the same name share its objects.
     *
     * @param holder of the objects on this server
     * @throws IllegalStateException when this server has the group open already, or objects are not {@link #available}
     */
    ReplicatedGroup open(String name, ReplicatedGroup.Holder holder);
}
