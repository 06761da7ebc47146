package io.keelson.jms;

import io.keelson.jms.client.ClientSession;
import io.keelson.jms.client.GlobalTransactions;
import io.keelson.jms.client.Work;
import io.keelson.jms.client.XaBranches;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.jms.JMSException;
import jakarta.jms.TransactionRolledBackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import org.jspecify.annotations.Nullable;

/** Has sessions take part in the server's transactions by themselves. Thread-safe. */
final class ServerTransactions implements GlobalTransactions {
    private final @Nullable TransactionControl transactions;
    private final String resource;

    /**
     * With the server's transactions.
     *
     * @param transactions null: the server has none, and sessions acknowledge by themselves
     * @param resource the name by which recovery finds the JMS server
     */
    ServerTransactions(@Nullable TransactionControl transactions, String resource) {
        this.transactions = transactions;
        this.resource = resource;
    }

    @Override
    public @Nullable Work work(ClientSession session) throws JMSException {
        if (transactions == null || transactions.current() == null) {
            return null;
        }
        if (transactions.kept(session) instanceof Work known) {
            return known;
        }
        XaBranches branches = (XaBranches) session.getXAResource();
        try {
            Work work = branches.enlist(() -> transactions.enlist(resource, branches));
            transactions.keep(session, work);
            return work;
        } catch (RollbackException e) {
            throw because(
                    new TransactionRolledBackException(
                            "the transaction is marked for rollback; JMS takes no part in it", "ROLLED_BACK"),
                    e);
        } catch (SystemException e) {
            throw because(new JMSException("the session cannot join the transaction: " + e.getMessage(), "XA"), e);
        }
    }

    private static JMSException because(JMSException exception, Exception cause) {
        Throwable unused = exception.initCause(cause);
        exception.setLinkedException(cause);
        return exception;
    }
}
