package io.keelson.component.batch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An execution with its steps.
 *
 * @param id its number in the repository
 * @param module the module whose job it is
 * @param job the name of the job
 * @param instance the number of the job's instance
 * @param status as Jakarta Batch calls it
 * @param exitStatus what the job says itself; null while it runs
 * @param server the server that runs it or ran it; null where that is not known
 * @param started when it began; null where it has not
 * @param ended when it ended; null where it has not
 * @param actions what can be done with it now, by the words of commands
 * @param steps its steps in their order
 */
public record BatchExecutionDetails(
        long id,
        String module,
        String job,
        long instance,
        String status,
        @Nullable String exitStatus,
        @Nullable String server,
        @Nullable String started,
        @Nullable String ended,
        List<String> actions,
        List<BatchStep> steps) {
    /** Copies the lists. */
    public BatchExecutionDetails {
        actions = List.copyOf(actions);
        steps = List.copyOf(steps);
    }

    /** Returns an execution with its steps. */
    public static BatchExecutionDetails of(BatchExecution execution, List<BatchStep> steps) {
        return new BatchExecutionDetails(
                execution.id(),
                execution.module(),
                execution.job(),
                execution.instance(),
                execution.status(),
                execution.exitStatus(),
                execution.server(),
                execution.started(),
                execution.ended(),
                execution.actions(),
                steps);
    }
}
