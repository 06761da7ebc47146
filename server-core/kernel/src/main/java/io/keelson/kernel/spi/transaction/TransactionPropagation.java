package io.keelson.kernel.spi.transaction;

import org.jspecify.annotations.Nullable;

/**
 * Transactions that go with the calls which servers make to each other, of one domain or of domains that trust each other. The server
 * that is called takes part as a subordinate with a log of its own; the caller's server coordinates it. Bytes come from such servers
 * only: who carries them sees to that. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 core, 8.4 Transaction interoperability; Jakarta Transactions 2.0, 3.2.
 */
public interface TransactionPropagation {
    /** Most bytes of what goes with a call and of what comes back. */
    int LONGEST = 2_048;

    /** Says how this server reaches others. Until then no transaction leaves it, and none is taken. */
    void link(ServerLink link);

    /**
     * Returns what goes with the call that the calling thread is about to make; null where the thread has no transaction, or it stays here.
     *
     * @throws IllegalStateException when the transaction cannot leave this server; the call must not be made
     */
    byte @Nullable [] leaving();

    /**
     * Says that the calling thread is about to call a server of another domain, or one that has not proved to be of this one. Its
     * transaction, where it has one, stays behind, and whoever runs this server is told so once.
     *
     * @param address of that server
     */
    void staysBehind(String address);

    /**
     * Says that the call with which something went is over, on the same thread.
     *
     * @param answer what {@link Entered#left} gave at the other server; null where nothing came back
     * @param lost true where no answer of the object came and the call may have been executed all the same
     */
    void returned(byte @Nullable [] answer, boolean lost);

    /**
     * Makes the transaction that came with a call the calling thread's.
     *
     * @param domain the other domain that the calling server is of; null where it is of this one
     * @throws IllegalStateException when that cannot be; the call must not be executed
     */
    Entered arrived(byte[] context, @Nullable String domain);

    /**
     * Carries out what another server asks about a transaction. May wait for resources.
     *
     * @return the answer, also where it is an error
     */
    byte[] serve(byte[] request);

    /** A call that runs in the transaction of another server. */
    interface Entered {
        /** Takes the transaction from the thread again, once, on the same thread; returns what goes back. */
        byte[] left();
    }
}
