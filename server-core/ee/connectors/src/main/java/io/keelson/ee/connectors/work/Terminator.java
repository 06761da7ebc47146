package io.keelson.ee.connectors.work;

import io.keelson.kernel.spi.transaction.ImportedTransactions;
import jakarta.resource.spi.XATerminator;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;

/**
 * Completes the transactions that an adapter has imported, as its system says. Thread-safe.
 *
 * <p>Specification: Connectors 2.1, 15.4.2 XATerminator.
 */
record Terminator(ImportedTransactions imported) implements XATerminator {
    @Override
    public int prepare(Xid xid) throws XAException {
        return imported.prepare(xid);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        imported.commit(xid, onePhase);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        imported.rollback(xid);
    }

    /** The server forgets heuristic outcomes by an operator's command only. */
    @Override
    public void forget(Xid xid) {
        // What resources did is among the heuristic outcomes, and stays there until an operator has seen it.
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        return imported.recover();
    }
}
