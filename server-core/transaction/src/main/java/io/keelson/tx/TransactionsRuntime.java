package io.keelson.tx;

import io.keelson.base.measure.Described;
import io.keelson.base.measure.Distribution;
import org.jspecify.annotations.Nullable;

/** The transactions of a server in figures. */
public record TransactionsRuntime(
        @Described("Transactions that run.") int running,

        @Described(value = "Transactions committed since the start.", grows = true)
        long committed,

        @Described(value = "Transactions rolled back because their application asked for it.", grows = true)
        long rolledBack,

        @Described(
                value = "Transactions rolled back because a resource, a synchronization or the log failed.",
                grows = true)
        long failed,

        @Described(value = "Transactions rolled back by an operator.", grows = true)
        long endedByOperator,

        @Described(value = "Transactions rolled back because their time was over.", grows = true)
        long timedOut,

        @Described(
                value = "Transactions rolled back because their invocation ended without completing them.",
                grows = true)
        long forgotten,

        @Described(value = "Transactions with a heuristic outcome.", grows = true)
        long heuristic,

        @Described(value = "Transactions whose decision was not known when they ended.", grows = true)
        long inDoubt,

        @Described("Branches that are in doubt now, as far as the last pass of recovery has seen.")
        int branchesInDoubt,

        @Described("Branches in doubt of logs that are not this server's.")
        int branchesOfOtherLogs,

        @Described(value = "Seconds that the first phase took, of transactions with several resources.")
        Distribution prepareSeconds,

        @Described(value = "Seconds from the end of the first phase to the last resource's answer.")
        Distribution commitSeconds,

        @Described(value = "Passes of recovery since the start.", grows = true)
        long recoveryPasses,

        @Described("Why the log takes no decisions any more.") @Nullable
        String halted) {}
