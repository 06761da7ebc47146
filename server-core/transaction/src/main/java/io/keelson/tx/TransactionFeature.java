package io.keelson.tx;

import io.keelson.kernel.management.ConsolePage;
import io.keelson.kernel.management.FeatureOperation;
import io.keelson.kernel.management.FeatureOperation.Kind;
import io.keelson.kernel.management.FeatureOperation.Work;
import io.keelson.kernel.management.ManagementFeature;
import io.keelson.kernel.management.Role;
import java.util.List;
import java.util.Set;

/** The management of transactions: the commands {@code keelson transactions}, their resources of REST, and the page of the console. */
public final class TransactionFeature implements ManagementFeature {
    private static final String LOST = "log-is-lost";
    private static final String GONE = "resource-is-gone";

    /** For {@link java.util.ServiceLoader}. */
    public TransactionFeature() {}

    @Override
    public String name() {
        return "transactions";
    }

    @Override
    public String help() {
        return "Shows transactions that run, are in doubt or ended heuristically, and decides them by hand.";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(TransactionAdministration.class);
    }

    private static FeatureOperation operation(
            Kind kind,
            String path,
            Role least,
            String summary,
            String word,
            Class<? extends Record> answer,
            Work<TransactionAdministration> work) {
        return FeatureOperation.of(kind, path, least, summary)
                .answers(answer)
                .command(word)
                .handledBy(TransactionAdministration.class, work);
    }

    @Override
    public List<FeatureOperation> operations() {
        return List.of(
                operation(
                        Kind.READ,
                        "transactions",
                        Role.MONITOR,
                        "lists the transactions that run, those in doubt, and heuristic outcomes",
                        "list",
                        TransactionList.class,
                        (server, request) -> server.list()),
                operation(
                        Kind.READ,
                        "transactions/{id}",
                        Role.MONITOR,
                        "shows a transaction: its resources, what to do, where it was begun and where its thread is",
                        "show",
                        TransactionDetails.class,
                        (server, request) -> server.show(request.variable("id"))),
                deciding("commit", "commits what is in doubt of a transaction", true),
                deciding("rollback", "rolls back a transaction that runs, or what is in doubt of one", false),
                operation(
                        Kind.ACT,
                        "transaction-logs/{server}/recover",
                        Role.OPERATOR,
                        "recovers the transactions of a server of the cluster that is gone, by its log",
                        "recover",
                        TransactionWork.class,
                        (server, request) -> server.recover(request.variable("server"))),
                operation(
                                Kind.ACT,
                                "transactions/{id}/forget",
                                Role.OPERATOR,
                                "forgets a heuristic outcome that was dealt with, or a resource that never comes back",
                                "forget",
                                TransactionWork.class,
                                (server, request) -> server.forget(
                                        request.variable("id"),
                                        request.parameter("resource").orElse(""),
                                        request.flag(GONE),
                                        request.caller()))
                        .takes("resource", "A resource that never comes back: the commit waits no more for it.", false)
                        .takes(GONE, "true to forget a heuristic outcome without asking its resource.", false));
    }

    private static FeatureOperation deciding(String word, String summary, boolean commit) {
        return operation(
                        Kind.ACT,
                        "transactions/{id}/" + word,
                        Role.OPERATOR,
                        summary,
                        word,
                        TransactionWork.class,
                        (server, request) ->
                                server.decide(request.variable("id"), commit, request.flag(LOST), request.caller()))
                .takes(LOST, "true where the branch is of another log, and that log is lost.", false);
    }

    @Override
    public List<ConsolePage> pages() {
        return List.of(new ConsolePage(
                        "transactions",
                        "Transactions",
                        "Applications",
                        "Transactions that run, branches in doubt, and outcomes that resources decided by themselves.",
                        "transactions",
                        "id",
                        List.of("transactions/{id}/commit", "transactions/{id}/rollback", "transactions/{id}/forget"))
                .details("transactions/{id}"));
    }
}
