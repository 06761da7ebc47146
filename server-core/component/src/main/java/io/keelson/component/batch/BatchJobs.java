package io.keelson.component.batch;

import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.management.FeatureOperation.RefusedException.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The modules of this server that have jobs. Published as a service. Thread-safe. */
public final class BatchJobs {
    private final Map<String, ModuleJobs> modules = new ConcurrentHashMap<>();

    /** Adds a module; one of that name before it is replaced. */
    public void add(ModuleJobs jobs) {
        modules.put(jobs.module(), jobs);
    }

    /** Takes a module away, unless another one of its name has come. */
    public void remove(ModuleJobs jobs) {
        modules.remove(jobs.module(), jobs);
    }

    /** The newest executions of all modules. */
    BatchExecutionList list(@Nullable String module, @Nullable String job, int most) throws RefusedException {
        List<BatchExecution> all = new ArrayList<>();
        for (ModuleJobs each : module == null ? modules.values() : List.of(named(module))) {
            all.addAll(each.executions(job, most));
        }
        all.sort(Comparator.comparingLong(BatchExecution::id).reversed());
        return new BatchExecutionList(all.subList(0, Math.min(most, all.size())));
    }

    BatchExecutionDetails show(String id) throws RefusedException {
        long number = number(id);
        return of(number).execution(number).orElseThrow(() -> unknown(number));
    }

    BatchWork start(String module, String job, Map<String, String> parameters) throws RefusedException {
        long id = named(module).start(job, parameters);
        return new BatchWork(id, "Execution " + id + " of the job '" + job + "' of " + module + " has begun.");
    }

    BatchWork stop(String id) throws RefusedException {
        long number = number(id);
        of(number).stop(number);
        return new BatchWork(number, "Execution " + number + " has been told to stop.");
    }

    BatchWork restart(String id, Map<String, String> parameters) throws RefusedException {
        long number = number(id);
        long next = of(number).restart(number, parameters);
        return new BatchWork(next, "Execution " + number + " goes on as " + next + ".");
    }

    private ModuleJobs named(String module) throws RefusedException {
        ModuleJobs found = modules.get(module);
        if (found == null) {
            throw new RefusedException(
                    Reason.UNKNOWN,
                    "There is no module '" + module + "' with jobs here; there are " + new TreeMap<>(modules).keySet());
        }
        return found;
    }

    private ModuleJobs of(long id) throws RefusedException {
        for (ModuleJobs each : modules.values()) {
            Optional<BatchExecutionDetails> found = each.execution(id);
            if (found.isPresent()) {
                return each;
            }
        }
        throw unknown(id);
    }

    private static RefusedException unknown(long id) {
        return new RefusedException(
                Reason.UNKNOWN, "There is no execution " + id + " of a job of the applications on this server");
    }

    private static long number(String id) throws RefusedException {
        if (!id.matches("[0-9]{1,18}")) {
            throw new RefusedException(Reason.WRONG, "An execution has a number, not '" + id + "'");
        }
        return Long.parseLong(id);
    }
}
