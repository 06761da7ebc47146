package io.keelson.tx;

import java.util.List;

/**
 * The transactions of a server that may need somebody's eyes, as management lists them.
 *
 * @param running those that run, the oldest first
 * @param inDoubt branches that wait for a decision, or for their resource
 * @param heuristicOutcomes what resources did by themselves, and nobody has dealt with yet
 */
public record TransactionList(List<Running> running, List<InDoubt> inDoubt, List<Outcome> heuristicOutcomes) {
    public TransactionList {
        running = List.copyOf(running);
        inDoubt = List.copyOf(inDoubt);
        heuristicOutcomes = List.copyOf(heuristicOutcomes);
    }

    /**
     * A transaction that runs.
     *
     * @param id as the commands take it
     * @param application that began it
     * @param status how far it is
     * @param since when it began, in ISO 8601
     * @param seconds for how long it has run
     * @param timeoutSeconds after how long it is rolled back
     * @param resources that take part
     * @param thread that began it
     * @param actions the commands that can do something with it
     */
    public record Running(
            String id,
            String application,
            String status,
            String since,
            long seconds,
            long timeoutSeconds,
            List<String> resources,
            String thread,
            List<String> actions) {}

    /**
     * A branch in doubt.
     *
     * @param id of its transaction, as the commands take it
     * @param logOf the server in whose log the decision is
     * @param resource that holds the branch
     * @param decision commit, rollback or unknown
     * @param reason why it is not resolved
     * @param toDo what to do about it
     * @param actions the commands that can do something with it
     */
    public record InDoubt(
            String id,
            String logOf,
            String resource,
            String decision,
            String reason,
            String toDo,
            List<String> actions) {}

    /**
     * A heuristic outcome.
     *
     * @param id of its transaction, as the commands take it
     * @param resource that decided by itself, or whose outcome is unknown
     * @param reason what the resource said
     * @param at when, in ISO 8601
     * @param toDo what to do about it
     * @param actions the commands that can do something with it
     */
    public record Outcome(String id, String resource, String reason, String at, String toDo, List<String> actions) {}
}
