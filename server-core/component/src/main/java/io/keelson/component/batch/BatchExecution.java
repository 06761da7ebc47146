package io.keelson.component.batch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An execution of a job.
 *
 * @param id its number in the repository
 * @param module the module whose job it is
 * @param job the name of the job
 * @param instance the number of the job's instance; restarts have the same
 * @param status as Jakarta Batch calls it: {@code STARTED}, {@code FAILED}
 * @param exitStatus what the job says itself; null while it runs
 * @param server the server that runs it or ran it; null where that is not known
 * @param started when it began, as ISO 8601 has it; null where it has not
 * @param ended when it ended; null where it has not
 * @param actions what can be done with it now, by the words of commands
 */
public record BatchExecution(
        long id,
        String module,
        String job,
        long instance,
        String status,
        @Nullable String exitStatus,
        @Nullable String server,
        @Nullable String started,
        @Nullable String ended,
        List<String> actions) {
    /** Copies the list. */
    public BatchExecution {
        actions = List.copyOf(actions);
    }
}
