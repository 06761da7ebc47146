package io.keelson.component.batch;

import java.util.List;

/**
 * An execution with its steps.
 *
 * @param execution the execution
 * @param steps its steps in their order
 */
public record BatchExecutionDetails(BatchExecution execution, List<BatchStep> steps) {
    /** Copies the list. */
    public BatchExecutionDetails {
        steps = List.copyOf(steps);
    }
}
