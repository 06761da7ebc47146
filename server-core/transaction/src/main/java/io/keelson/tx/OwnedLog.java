package io.keelson.tx;

import io.keelson.kernel.spi.resource.ServerConnections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Log of a server, with the operations on its transactions that the owner of the log needs.
 *
 * @param log of this server
 * @param places where the log of each server of the domain is
 * @param connections takes those of the server, which start after the transactions
 * @param automatic whether logs of members that are gone are recovered without being asked for
 * @param recovery makes the recovery by another log, with the resources of this server
 * @param recoverSoon has this server's own recovery pass
 * @param stop ends transactions, recovery and log
 * @param taking what recovers the logs of members; null where nothing does
 */
record OwnedLog(
        ServerLog log,
        Function<String, LogPlace> places,
        Consumer<ServerConnections> connections,
        BooleanSupplier automatic,
        Function<FileDecisions, Recovery> recovery,
        Runnable recoverSoon,
        Runnable stop,
        AtomicReference<@Nullable MemberRecovery> taking) {
    void members(MemberRecovery made) {
        taking.set(made);
    }

    List<Recovery.InDoubt> inDoubtOfMembers() {
        MemberRecovery made = taking.get();
        return made == null ? List.of() : made.inDoubt();
    }
}
