package io.keelson.ee.batch;

import io.keelson.component.batch.BatchExecution;
import io.keelson.component.batch.BatchExecutionDetails;
import io.keelson.component.batch.ModuleJobs;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.management.FeatureOperation.RefusedException.Reason;
import jakarta.batch.operations.BatchRuntimeException;
import jakarta.batch.operations.JobExecutionAlreadyCompleteException;
import jakarta.batch.operations.JobExecutionNotMostRecentException;
import jakarta.batch.operations.JobExecutionNotRunningException;
import jakarta.batch.operations.JobOperator;
import jakarta.batch.operations.JobStartException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The jobs of a module for administration: calls of its job operator and repository in the module's context. Thread-safe. */
record ManagedJobs(String module, ClassLoader loader, BatchModule batch) implements ModuleJobs {
    @Override
    public List<BatchExecution> executions(@Nullable String job, int most) throws RefusedException {
        return inModule(
                "listing the jobs of " + module, operator -> batch.history().executions(job, null, most));
    }

    @Override
    public Optional<BatchExecutionDetails> execution(long id) throws RefusedException {
        return inModule("showing the execution " + id, operator -> {
            JobHistory history = batch.history();
            return history.executions(null, id, 1).stream()
                    .findFirst()
                    .map(found -> BatchExecutionDetails.of(found, history.steps(id)));
        });
    }

    @Override
    public long start(String job, Map<String, String> parameters) throws RefusedException {
        return inModule("starting the job '" + job + "'", operator -> operator.start(job, properties(parameters)));
    }

    @Override
    public void stop(long id) throws RefusedException {
        boolean unused = inModule("stopping the execution " + id, operator -> {
            operator.stop(id);
            return true;
        });
    }

    /** Parameters that are not given are those of the execution. */
    @Override
    public long restart(long id, Map<String, String> parameters) throws RefusedException {
        return inModule("restarting the execution " + id, operator -> {
            Properties all = new Properties();
            Properties before = operator.getJobExecution(id).getJobParameters();
            if (before != null) {
                all.putAll(before);
            }
            all.putAll(parameters);
            return operator.restart(id, all);
        });
    }

    private static Properties properties(Map<String, String> parameters) {
        Properties properties = new Properties();
        properties.putAll(parameters);
        return properties;
    }

    private <T> T inModule(String what, Function<JobOperator, T> work) throws RefusedException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        InvocationContext previous = InvocationContext.enter(new InvocationContext(module, loader, 0));
        try {
            return work.apply(batch.operator().getJobOperator());
        } catch (JobStartException e) {
            throw refused(what, Reason.WRONG, e);
        } catch (JobExecutionNotRunningException
                | JobExecutionAlreadyCompleteException
                | JobExecutionNotMostRecentException e) {
            throw refused(what, Reason.CONFLICT, e);
        } catch (BatchRuntimeException e) {
            throw refused(what, Reason.UNAVAILABLE, e);
        } finally {
            InvocationContext.exit(previous, before);
        }
    }

    private RefusedException refused(String what, Reason reason, Exception why) {
        BatchLog.LOG.debugf(why, "%s of %s is refused", what, module);
        RefusedException refused =
                new RefusedException(reason, what + " of " + module + " failed: " + why.getMessage());
        refused.initCause(why);
        return refused;
    }
}
