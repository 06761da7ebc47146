package io.keelson.tx;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of transactions: 110400 to 110499. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface TransactionLog extends BasicLogger {
    TransactionLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), TransactionLog.class, "io.keelson.tx");

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 110401,
            value =
                    "Transaction %s of %s was not completed by the end of the invocation that began it; it is rolled back")
    @Explained(
            cause =
                    "A request, call, task or callback began a transaction and returned without commit or rollback. The stack trace shows"
                            + " where it was begun.",
            action = "Complete the transaction in a finally block, or use @Transactional.")
    void forgotten(String id, String application, @Cause Throwable begun);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 110402, value = "Transaction %s of %s has taken more than %d s; it is rolled back. Its thread is %s")
    @Explained(
            cause =
                    "The transaction did not complete within its time-out. Its statements are cancelled; commit throws RollbackException.",
            action =
                    "Look for what it waits for, or give it more time: transactions.timeout, UserTransaction.setTransactionTimeout, or the"
                            + " bean's time-out.")
    void timedOut(String id, String application, long seconds, String thread);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 110403, value = "A Synchronization of transaction %s has failed after completion: %s")
    @Explained(
            cause =
                    "An application's or a room's afterCompletion threw. The outcome of the transaction is not changed by that.",
            action = "See the stack trace.")
    void afterCompletionFailed(String id, String reason, @Cause Throwable failure);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 110404, value = "Resource %s could not be rolled back in transaction %s: %s")
    @Explained(
            cause =
                    "The resource was away or refused. What was not committed there is undone when the resource drops the connection; a prepared"
                            + " branch is rolled back by recovery.",
            action = "None, unless recovery reports the branch again.")
    void rollbackFailed(String resource, String id, String reason);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 110405, value = "Transaction %s has a heuristic outcome at resource %s: %s")
    @Explained(
            cause =
                    "The resource decided by itself, or failed in a moment in which nobody can know what it did. Other resources of the transaction"
                            + " may have another outcome.",
            action = "Compare what the transaction did in its resources and correct it by hand.")
    void heuristic(String id, String resource, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 110406,
            value =
                    "The transaction log %s ends at offset %d with a record that is not whole; its %d bytes are cut off")
    @Explained(
            cause =
                    "The server or its machine crashed while it wrote. The decision was acknowledged to nobody and is none.",
            action = "None.")
    void tornTail(String file, long offset, long bytes);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 110407,
            value =
                    "The transaction log %s takes no more decisions: %s. Transactions with more than one resource are rolled back")
    @Explained(
            cause =
                    "The disk failed in a moment in which nobody knows what it has kept. Nothing more is acknowledged that might not be there"
                            + " after a crash.",
            action = "Mend the disk and start the server again; it then recovers what is in doubt.")
    void halted(String file, String reason);
}
