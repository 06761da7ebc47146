package io.keelson.ejb.invocation;

import java.io.IOException;
import java.util.function.Function;

/**
 * The copies of the stateful beans of one kind on other servers. Thread-safe.
 *
 * <p>A bean whose state cannot be written stays on its server, without a copy.
 */
public interface StatefulReplicas {
    /** The beans on this server, as those who move them see them. */
    interface Holder {
        /**
         * Gives a bean up for another server; {@link StatefulReplicas#retired} follows when no call uses it. Returns false where it is not
         * here.
         */
        boolean retire(Object key);

        /** A bean is of no use here any more. */
        void release(Object key);
    }

    /** Begins; before any other call. */
    void open(Holder holder);

    /** A bean was made here. */
    void created(Object key, BeanInstance instance);

    /** Returns true if a call may go on with the bean that is here. */
    boolean serves(Object key);

    /**
     * Brings a bean to this server.
     *
     * @param keep keeps its instance; must not block
     * @return false if there is none
     * @throws IOException when there may be one, and it cannot be had now
     */
    boolean obtain(Object key, Function<BeanInstance, Runnable> keep) throws IOException;

    /**
     * Sends the state of a bean and waits until it has its copy.
     *
     * @throws IOException when another server has the bean meanwhile
     */
    void changed(Object key, BeanInstance instance) throws IOException;

    /** No call uses a bean any more that another server wants. */
    void retired(Object key);

    /** A bean has ended. */
    void removed(Object key);

    /** Ends. */
    void close();
}
