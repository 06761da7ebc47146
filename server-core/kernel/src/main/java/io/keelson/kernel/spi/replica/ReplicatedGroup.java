package io.keelson.kernel.spi.replica;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Objects that one server at a time has, with a copy of their state on another one. Thread-safe.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>Of one epoch one server has an object; who is superseded hears of it at its next change, which fails.
 *   <li>A change whose stage has completed normally MUST be in the copy, where there is another server.
 *   <li>When the server of an object dies, {@link #obtain} on any other server MUST find every change that was acknowledged.
 * </ol>
 */
public interface ReplicatedGroup extends AutoCloseable {
    /** The objects of a group on this server. Called under an object's lock: must not block. */
    interface Holder {
        /**
         * Another server wants the object. Call {@link ReplicatedGroup#retired} when nobody uses it here.
         *
         * @return false where there is none
         */
        boolean retire(String id);

        /** The object of this server is of no use any more: another one has it. */
        void release(String id);
    }

    /** Begins an object on this server. */
    void create(String id);

    /** Returns true if this server has the object, as far as it knows without asking. */
    boolean serves(String id);

    /**
     * Brings an object to this server.
     *
     * @param make makes the object of its state, on the calling thread, and returns what keeps it, which must not block; it may be called
     *     again when the state has changed meanwhile
     * @return false if there is none
     * @throws IOException when there may be one, and it cannot be had now
     */
    boolean obtain(String id, Function<byte[], Runnable> make) throws IOException;

    /** Sends the state of an object that this server has. The stage fails with an IOException where the change is lost. */
    CompletionStage<Void> changed(String id, byte[] state);

    /** Nobody uses the object here any more, as {@link Holder#retire} asked. */
    void retired(String id);

    /** Ends an object everywhere. */
    void remove(String id);

    /** Returns the servers that have the object and its copy; empty where this server has none of it. */
    List<String> places(String id);

    /** Ends the use of the group; objects stay, as their state, for others. */
    @Override
    void close();
}
