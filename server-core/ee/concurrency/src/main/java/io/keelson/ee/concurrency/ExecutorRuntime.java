package io.keelson.ee.concurrency;

import io.keelson.base.measure.Described;
import io.keelson.ee.concurrency.task.Figures;

/** Figures of a managed executor of a module, for administration. */
public record ExecutorRuntime(
        @Described("The module that uses the executor.") String module,

        @Described("The executor's name.") String name,

        @Described(value = "Tasks that were submitted.", grows = true)
        long submitted,

        @Described("Tasks that run now.") int running,

        @Described(value = "Runs that have ended; a schedule has many.", grows = true)
        long runs,

        @Described(value = "Tasks that ended with an exception or could not be run.", grows = true)
        long failed,

        @Described(value = "Tasks that were cancelled.", grows = true)
        long cancelled,

        @Described(value = "Tasks that the work manager did not take.", grows = true)
        long refused) {
    static ExecutorRuntime of(String module, String name, Figures figures) {
        return new ExecutorRuntime(
                module,
                name,
                figures.submitted(),
                figures.running(),
                figures.runs(),
                figures.failed(),
                figures.cancelled(),
                figures.refused());
    }
}
