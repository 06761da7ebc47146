package io.keelson.boot;

import io.keelson.kernel.spi.transaction.TransactionPropagation;
import io.keelson.remoting.spi.CallEntry;
import org.jspecify.annotations.Nullable;

/**
 * Has the transaction of the calling thread go along with calls to servers of the domain and of those that it trusts, and takes it from
 * these only.
 *
 * @param propagation makes and reads what travels
 */
record PropagationEntry(TransactionPropagation propagation) implements CallEntry {
    private static final String NAME = "keelson.transaction";
    private static final int VERSION = 1;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public @Nullable Value leaving(Peer to) {
        if (!to.trusted()) {
            propagation.staysBehind(to.address());
            return null;
        }
        byte[] context = propagation.leaving();
        return context == null ? null : new Value(VERSION, context);
    }

    @Override
    public void returned(@Nullable Value answer, boolean lost) {
        propagation.returned(answer == null || answer.version() != VERSION ? null : answer.bytes(), lost);
    }

    @Override
    public Serving arrived(Value value, Peer from) {
        if (!from.trusted()) {
            throw new IllegalStateException("a transaction comes from " + from.address()
                    + ", which has not proved to be a server of this one's domain, or of one that it trusts");
        }
        if (value.version() != VERSION) {
            throw new IllegalStateException("the transaction is told in a way of version " + value.version()
                    + ", which this server does not know");
        }
        TransactionPropagation.Entered entered = propagation.arrived(value.bytes(), from.otherDomain());
        return () -> new Value(VERSION, entered.left());
    }
}
