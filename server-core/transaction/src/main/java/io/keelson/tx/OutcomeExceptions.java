package io.keelson.tx;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import org.jspecify.annotations.Nullable;

/** Says by the exceptions of Jakarta Transactions 2.0, 3.3.3, how a commit has ended. */
final class OutcomeExceptions {
    private OutcomeExceptions() {}

    /** Returns where the commit was successful, else throws. */
    static void raise(ServerTransaction transaction, Outcome outcome)
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        String named = "transaction " + transaction.id();
        if (outcome instanceof Outcome.RolledBack rolledBack) {
            throw with(
                    new RollbackException(named + " was rolled back" + because(rolledBack.cause())),
                    rolledBack.cause());
        }
        if (outcome instanceof Outcome.HeuristicRollback heuristic) {
            throw new HeuristicRollbackException(named + " was to be committed: " + heuristic.reason());
        }
        if (outcome instanceof Outcome.Mixed mixed) {
            throw with(new HeuristicMixedException(named + ": " + mixed.reason()), mixed.cause());
        }
        if (outcome instanceof Outcome.InDoubt doubt) {
            throw with(new SystemException(named + ": " + doubt.reason()), doubt.cause());
        }
    }

    private static String because(@Nullable Throwable cause) {
        return cause == null ? "" : ": " + cause.getMessage();
    }

    private static <E extends Exception> E with(E exception, @Nullable Throwable cause) {
        if (cause != null) {
            exception.initCause(cause);
        }
        return exception;
    }
}
