package io.keelson.component.batch;

import org.jspecify.annotations.Nullable;

/**
 * An execution of a step.
 *
 * @param step its name
 * @param status as Jakarta Batch calls it
 * @param exitStatus what the step says itself; null while it runs
 * @param read items that were read
 * @param written items that were written
 * @param skipped items that were skipped
 * @param commits transactions that were committed
 * @param rollbacks transactions that were rolled back
 * @param failure the first line of the exception that ended it; null for none
 */
public record BatchStep(
        String step,
        String status,
        @Nullable String exitStatus,
        long read,
        long written,
        long skipped,
        long commits,
        long rollbacks,
        @Nullable String failure) {}
