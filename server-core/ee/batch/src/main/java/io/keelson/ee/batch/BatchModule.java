package io.keelson.ee.batch;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManager;
import io.keelson.component.batch.BatchSettings;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.naming.ComponentNames;
import jakarta.batch.operations.BatchRuntimeException;
import jakarta.batch.operations.JobExecutionNotRunningException;
import jakarta.batch.operations.JobOperator;
import jakarta.batch.runtime.BatchStatus;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.jberet.repository.JobRepository;
import org.jberet.spi.ArtifactFactory;
import org.jberet.spi.BatchEnvironment;
import org.jberet.spi.JobOperatorContext;
import org.jberet.spi.JobTask;
import org.jberet.spi.JobXmlResolver;
import org.jberet.tools.MetaInfBatchJobsJobXmlResolver;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one module: its job operator, its repository, and the threads that work for it. Thread-safe: the monitor guards the
 * operator and the repository, and {@link #close} waits on it for the last thread.
 */
final class BatchModule implements BatchEnvironment {
    private static final int BEATS = 6;
    private static final String DATA_SOURCE = "java:comp/DefaultDataSource";

    private final String name;
    private final String server;
    private final ClassLoader loader;
    private final ComponentNames names;
    private final WorkManager workManager;
    private final TransactionManager transactions;
    private final Ticker ticker;
    private final ScheduledExecutorService timer;
    private final BatchSettings settings;
    private final ArtifactFactory artifacts;
    private final Set<Thread> working = ConcurrentHashMap.newKeySet();
    private @Nullable JobOperatorContext operator;
    private @Nullable OwnedRepository repository;
    private @Nullable ScheduledFuture<?> renewal;
    private volatile boolean closed;

    BatchModule(
            String name,
            String server,
            ClassLoader loader,
            ComponentNames names,
            WorkManager workManager,
            TransactionManager transactions,
            Ticker ticker,
            ScheduledExecutorService timer,
            BatchSettings settings) {
        this.settings = settings;
        this.timer = timer;
        this.name = name;
        this.server = server;
        this.loader = loader;
        this.names = names;
        this.workManager = workManager;
        this.transactions = transactions;
        this.ticker = ticker;
        this.artifacts = new BeanArtifacts();
    }

    /** Returns the job operator of the module; with the first call, opens the repository. */
    synchronized JobOperatorContext operator() {
        if (closed) {
            throw new BatchRuntimeException(name + " has ended; it has no job operator any more");
        }
        JobOperatorContext made = operator;
        if (made == null) {
            repository = open();
            made = JobOperatorContext.create(this);
            operator = made;
        }
        return made;
    }

    /** Returns what the repository knows of the module's executions. Call {@link #operator} before: it opens the repository. */
    synchronized JobHistory history() {
        OwnedRepository opened = repository;
        if (opened == null) {
            throw new BatchRuntimeException("the job repository of " + name + " is not open");
        }
        return opened.history();
    }

    /** Renews leases; on the timer's thread. */
    private void turn() {
        try {
            OwnedRepository opened;
            JobOperatorContext jobs;
            synchronized (this) {
                opened = repository;
                jobs = operator;
            }
            if (opened == null || jobs == null) {
                return;
            }
            ExecutionLeases.Turn turn = opened.leases().turn();
            for (long lost : turn.lost()) {
                BatchLog.LOG.leaseLost(lost, name);
                jobs.getJobOperator().stop(lost);
            }
            turn.stopping().forEach(each -> stop(each, jobs.getJobOperator()));
            restart(turn.taken(), opened);
        } catch (RuntimeException e) {
            BatchLog.LOG.leasesNotRenewed(name, e); // the database may be away; the next turn tries again
        }
    }

    /** Stops an execution that another member was told to stop: that one can only write so into the repository. */
    private void stop(long execution, JobOperator jobs) {
        try {
            BatchStatus here = jobs.getJobExecution(execution).getBatchStatus();
            if (here == BatchStatus.STARTING || here == BatchStatus.STARTED) {
                jobs.stop(execution);
            }
        } catch (JobExecutionNotRunningException e) {
            BatchLog.LOG.debugf(e, "execution %s of %s has ended meanwhile", execution, name);
        }
    }

    /**
     * Opens the repository where a takeover restarts jobs, so that this server takes part before its first job. On the timer's thread,
     * as the database may be away; tried again until it is there.
     */
    void serve() {
        if (settings.automaticRestarts() > 0) {
            timer.execute(this::openInTime);
        }
    }

    private void openInTime() {
        try {
            if (!closed) {
                operator();
            }
        } catch (RuntimeException e) {
            BatchLog.LOG.leasesNotRenewed(name, e);
            timer.schedule(this::openInTime, settings.takeoverAfter().toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Restarts executions that a server has left, where the settings allow it. */
    private void restart(List<Long> executions, OwnedRepository opened) {
        for (long execution : executions) {
            int most = settings.automaticRestarts();
            if (most == 0 || closed) {
                return;
            }
            int restarts = opened.history().executionsOfInstance(execution) - 1;
            if (restarts >= most) {
                BatchLog.LOG.notRestartedAgain(execution, name, restarts);
                continue;
            }
            try {
                long next = new ManagedJobs(name, loader, this).restart(execution, Map.of());
                BatchLog.LOG.restarted(execution, name, next);
            } catch (RefusedException | RuntimeException e) {
                BatchLog.LOG.notRestarted(execution, name, e);
            }
        }
    }

    private OwnedRepository open() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(BatchModule.class.getClassLoader());
        try {
            OwnedRepository opened = OwnedRepository.open(
                    (DataSource) names.initialContext().lookup(DATA_SOURCE),
                    name,
                    server,
                    transactions,
                    ticker,
                    settings.takeoverAfter());
            List<Long> interrupted = opened.failInterrupted();
            long beat = settings.takeoverAfter().toMillis() / BEATS;
            renewal = timer.scheduleWithFixedDelay(this::turn, 0, beat, TimeUnit.MILLISECONDS);
            timer.execute(() -> restart(interrupted, opened)); // waits for the operator, which is made meanwhile
            return opened;
        } catch (NamingException e) {
            throw new BatchRuntimeException(
                    "the job repository of " + name + " cannot be opened: " + DATA_SOURCE + ": " + e.getMessage(), e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    // ---- what JBeret asks for --------------------------------------------------------------------------------------

    @Override
    public ClassLoader getClassLoader() {
        return loader;
    }

    @Override
    public ArtifactFactory getArtifactFactory() {
        return artifacts;
    }

    /** Hands a job, a partition, or a flow of a split to the work manager, in the context of the caller. */
    @Override
    public void submitTask(JobTask task) {
        InvocationContext here = InvocationContext.current();
        InvocationContext there =
                here == null || here.application() == null ? new InvocationContext(name, loader, 0) : here.copy();
        if (closed || !workManager.offer(() -> run(there, task))) {
            throw new RejectedExecutionException(
                    closed
                            ? name + " has ended and runs no more jobs"
                            : "the work manager " + workManager.name() + " takes no more work; a job of " + name
                                    + " does not run");
        }
    }

    private void run(InvocationContext context, JobTask task) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        InvocationContext previous = InvocationContext.enter(context);
        working.add(thread);
        try {
            if (!closed) {
                task.run();
            }
        } finally {
            working.remove(thread);
            InvocationContext.exit(previous, before);
            wake();
        }
    }

    private synchronized void wake() {
        notifyAll();
    }

    @Override
    public TransactionManager getTransactionManager() {
        return transactions;
    }

    @Override
    public synchronized JobRepository getJobRepository() {
        OwnedRepository opened = repository;
        if (opened == null) {
            throw new BatchRuntimeException("the job repository of " + name + " is not open");
        }
        return opened.view();
    }

    @Override
    public JobXmlResolver getJobXmlResolver() {
        return new MetaInfBatchJobsJobXmlResolver();
    }

    @Override
    public Properties getBatchConfigurationProperties() {
        return new Properties();
    }

    @Override
    public String getApplicationName() {
        return name;
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    /**
     * Stops the jobs of the module and waits for them; what does not stop is interrupted.
     *
     * @param longest how long to wait, in all
     */
    void close(Duration longest) {
        JobOperator jobs;
        OwnedRepository opened;
        synchronized (this) {
            if (closed || operator == null || repository == null) {
                closed = true;
                return;
            }
            jobs = operator.getJobOperator();
            opened = repository;
        }
        for (long execution : opened.running()) {
            try {
                jobs.stop(execution);
            } catch (RuntimeException e) {
                BatchLog.LOG.notStopped(execution, name, e);
            }
        }
        Deadline end = Deadline.in(ticker, longest);
        await(Deadline.in(ticker, longest.dividedBy(2)));
        closed = true;
        working.forEach(Thread::interrupt);
        await(end);
        if (!working.isEmpty()) {
            BatchLog.LOG.stillRunning(name, working.size());
        }
        synchronized (this) {
            if (renewal != null) {
                renewal.cancel(false);
            }
            operator = null;
            repository = null;
        }
    }

    private synchronized void await(Deadline deadline) {
        try {
            while (!working.isEmpty() && !deadline.passed()) {
                wait(Math.max(1, Math.min(deadline.remaining().toMillis(), 1_000)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
