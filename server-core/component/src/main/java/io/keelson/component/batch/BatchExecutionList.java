package io.keelson.component.batch;

import java.util.List;

/**
 * Executions of jobs, the newest first.
 *
 * @param executions at most as many as were asked for
 */
public record BatchExecutionList(List<BatchExecution> executions) {
    /** Copies the list. */
    public BatchExecutionList {
        executions = List.copyOf(executions);
    }
}
