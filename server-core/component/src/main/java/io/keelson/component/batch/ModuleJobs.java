package io.keelson.component.batch;

import io.keelson.kernel.management.FeatureOperation.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The jobs of one module, as its container manages them. Thread-safe; callers need no context. */
public interface ModuleJobs {
    /** Returns the module's name: {@code shop}, {@code shop#web}. */
    String module();

    /**
     * Returns its executions, the newest first.
     *
     * @param job the name of a job; null: all
     * @param most at most so many, at least 1
     */
    List<BatchExecution> executions(@Nullable String job, int most) throws RefusedException;

    /** Returns one of its executions with its steps; empty where it has none of that number. */
    Optional<BatchExecutionDetails> execution(long id) throws RefusedException;

    /**
     * Starts a job.
     *
     * @param job the name of its file in {@code META-INF/batch-jobs}, without the extension
     * @return the number of the execution
     */
    long start(String job, Map<String, String> parameters) throws RefusedException;

    /** Has an execution stop; it goes on until its step notices. */
    void stop(long id) throws RefusedException;

    /**
     * Restarts an execution that was stopped or has failed.
     *
     * @return the number of the new execution
     */
    long restart(long id, Map<String, String> parameters) throws RefusedException;
}
