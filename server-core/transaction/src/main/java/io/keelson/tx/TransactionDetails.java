package io.keelson.tx;

import java.util.List;

/**
 * A transaction as management shows it alone.
 *
 * @param id as the commands take it
 * @param globalId the first half of the Xid of each branch in hexadecimal digits, as log messages and resources show it
 * @param server in whose log the decision is
 * @param state how far it is
 * @param facts what is known of it, a line each
 * @param toDo what to do about it, a line each
 * @param begunAt the stack of its begin, where an application began it
 * @param stack where the thread that began it is now, while the transaction runs
 */
public record TransactionDetails(
        String id,
        String globalId,
        String server,
        String state,
        List<String> facts,
        List<String> toDo,
        List<String> begunAt,
        List<String> stack) {
    public TransactionDetails {
        facts = List.copyOf(facts);
        toDo = List.copyOf(toDo);
        begunAt = List.copyOf(begunAt);
        stack = List.copyOf(stack);
    }
}
