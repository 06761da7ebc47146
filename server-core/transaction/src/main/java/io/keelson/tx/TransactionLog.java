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
            value = "Transaction %s of %s was not completed by the end of the invocation that began it; it is rolled"
                    + " back")
    @Explained(
            cause = "A request, call, task or callback began a transaction and returned without commit or rollback."
                    + " The stack trace shows where it was begun; it is kept for the first 1,000 transactions of an application,"
                    + " and for all after one that was left.",
            action = "Complete the transaction in a finally block, or use @Transactional.")
    void forgotten(String id, String application, @Cause Throwable begun);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 110402, value = "Transaction %s of %s has taken more than %d s; it is rolled back. Its thread is %s")
    @Explained(
            cause = "The transaction did not complete within its time-out. Its statements are cancelled; commit throws"
                    + " RollbackException.",
            action = "Look for what it waits for, or give it more time: transactions.timeout,"
                    + " UserTransaction.setTransactionTimeout, or the bean's time-out.")
    void timedOut(String id, String application, long seconds, String thread);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 110403, value = "A Synchronization of transaction %s has failed after completion: %s")
    @Explained(
            cause = "An application's or a room's afterCompletion threw. The outcome of the transaction is not changed"
                    + " by that.",
            action = "See the stack trace.")
    void afterCompletionFailed(String id, String reason, @Cause Throwable failure);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 110404, value = "Resource %s could not be rolled back in transaction %s: %s")
    @Explained(
            cause = "The resource was away or refused. What was not committed there is undone when the resource drops"
                    + " the connection; a prepared branch is rolled back by recovery.",
            action = "None, unless recovery reports the branch again.")
    void rollbackFailed(String resource, String id, String reason);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 110405, value = "Transaction %s has a heuristic outcome at resource %s: %s")
    @Explained(
            cause = "The resource decided by itself, or failed in a moment in which nobody can know what it did. Other"
                    + " resources of the transaction may have another outcome.",
            action = "Compare what the transaction did in its resources and correct it by hand.")
    void heuristic(String id, String resource, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 110406,
            value = "The transaction log %s ends at offset %d with a record that is not whole; its %d bytes are cut"
                    + " off")
    @Explained(
            cause = "The server or its machine crashed while it wrote. The decision was acknowledged to nobody and is"
                    + " none.",
            action = "None.")
    void tornTail(String file, long offset, long bytes);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 110407,
            value = "The transaction log %s takes no more decisions: %s. Transactions with more than one resource are"
                    + " rolled back")
    @Explained(
            cause = "The disk failed in a moment in which nobody knows what it has kept. Nothing more is acknowledged"
                    + " that might not be there after a crash.",
            action = "Mend the disk and start the server again; it then recovers what is in doubt.")
    void halted(String file, String reason);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 110408, value = "Recovery has %s branch %s of transaction %s in resource %s")
    @Explained(
            cause = "The branch was in doubt since a crash of the server or an outage of the resource. It has followed"
                    + " the decision that was kept.",
            action = "None.")
    void recovered(String done, String branch, String id, String resource);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 110409,
            value = "Recovery cannot ask resource %s: %s. What is in doubt there stays in doubt until it can")
    @Explained(
            cause = "The resource is away or refuses. Said once; nothing is decided elsewhere because of it.",
            action = "Bring the resource back. Recovery tries again by itself.")
    void resourceAway(String resource, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 110410,
            value = "Resource %s has a branch of transaction %s in doubt, of a log of server %s that is not this"
                    + " server's; it is left alone")
    @Explained(
            cause = "Another server, or this one with a transaction log that is lost, prepared the branch. Only that"
                    + " log knows the decision.",
            action = "Start the server that has the log. Where the log is lost, decide by hand in the resource, after a"
                    + " look at the other resources of the transaction.")
    void foreign(String resource, String id, String server);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 110411,
            value = "Transaction %s is in doubt in resource %s, and its decision may be kept in %s, which cannot be"
                    + " asked; it is left alone")
    @Explained(
            cause = "A last resource that decided for this server is away, or is not in the configuration any more.",
            action = "Bring that data source back, under the same name.")
    void undecidable(String id, String resource, String lastResources);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 110412, value = "Transaction %s of %s is rolled back because %s wants it. Its thread is %s")
    @Explained(
            cause = "An operator ended a transaction that runs, by the command keelson transactions rollback or on the"
                    + " page of the console.",
            action = "None.")
    void endedByOperator(String id, String application, String operator, String thread);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 110413, value = "By decision of %s branch %s of transaction %s in resource %s was %s")
    @Explained(
            cause = "An operator decided what was in doubt. Resources that were away at that moment follow later where"
                    + " it was a commit of this server's log.",
            action = "Compare what the transaction did in its resources.")
    void decidedByOperator(String operator, String branch, String id, String resource, String done);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 110414, value = "By decision of %s transaction %s waits no more for resource %s to follow its commit")
    @Explained(
            cause = "An operator said that the resource never comes back. Where it does, its branch is rolled back.",
            action = "Correct by hand what the transaction did in that resource.")
    void resourceGivenUp(String operator, String id, String resource);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 110415,
            value = "The lease %s has ended (%s): this server decides no transaction with several resources until it is"
                    + " granted again")
    @Explained(
            cause = "The server was paused, or the servers that vote on leases could not be reached. What was not"
                    + " decided is rolled back; another server may recover the rest.",
            action = "See keelson leases.")
    void leaseLost(String lease, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 110416,
            value = "This server recovers the transactions of server %s from %s, under epoch %d of its lease")
    @Explained(
            cause = "The server is gone, and its log can be reached from here (transactions.transaction-recovery).",
            action = "None.")
    void memberTaken(String server, String log, long epoch);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 110417,
            value = "Nothing of server %s is in doubt any more, as far as the resources of this server show")
    @Explained(cause = "Recovery by the log of a server that is gone has ended.", action = "None.")
    void memberRecovered(String server);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 110418, value = "The transactions of server %s are not recovered here: %s: %s")
    @Explained(
            cause =
                    "The log is open in a process that still runs, is damaged, or is not the last one. Nothing is decided"
                            + " by it. Said once; it is tried again while the server is gone.",
            action = "Start the server: it recovers its transactions itself.")
    void memberLeft(String server, String log, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 110419, value = "Heuristic outcomes in %s: %s")
    @Explained(
            cause = "The file that keeps them over restarts of the server cannot be read or written, or is damaged.",
            action =
                    "Look at the disk and the rights of the file. What could not be written is shown until the server ends;"
                            + " what could not be read is in the log of its time (KLS-110405).")
    void heuristicsNotKept(String file, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 110420, value = "The transaction log %s is opened again before its next use: %s")
    @Explained(
            cause =
                    "A write of the log failed in a moment in which nobody knows whether it is kept, as the connection to"
                            + " its database broke within a commit. Transactions that were about to be decided stay in doubt until"
                            + " the log was read again.",
            action = "See why the database was away. Nothing else is to be done.")
    void openedAgain(String log, String reason);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 110421, value = "What the transaction log %s had is now in the log %s; the file is kept as %s")
    @Explained(cause = "The configuration says transactions.log: jdbc, and said file before.", action = "None.")
    void moved(String file, String log, String past);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 110422,
            value = "The transaction log %s cannot be used: no data source of this server is bound as '%s' (%s)."
                    + " Transactions with an XA resource are rolled back")
    @Explained(
            cause = "The section transactions says log: jdbc, and its log-data-source is not there.",
            action =
                    "Describe the data source below data-sources, with this server among its targets, or name another.")
    void noDataSource(String log, String source, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 110423,
            value =
                    "A component called %s in a transaction. That server is not known to be of this domain: the transaction"
                            + " does not go along, and what the call does has an outcome of its own")
    @Explained(
            cause = "Transactions go along with calls to servers of the same domain only. Said once for each address.",
            action = "None where the call is meant to be apart. Else call the object of the other domain outside of the"
                    + " transaction, or send a message to it, or make both servers members of one domain.")
    void leftBehind(String address);
}
