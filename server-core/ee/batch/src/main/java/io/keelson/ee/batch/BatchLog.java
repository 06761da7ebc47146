package io.keelson.ee.batch;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of Batch. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface BatchLog extends BasicLogger {
    BatchLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), BatchLog.class, "io.keelson.ee.batch");

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 250060,
            value =
                    "The job execution %s of %s was running when this server ended; it is FAILED now and can be restarted")
    @Explained(
            cause =
                    "The server was killed, or halted, while the job ran. Its last chunk that was committed is in the repository.",
            action = "Restart the execution: JobOperator.restart with its number.")
    void interrupted(long execution, String application);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250061, value = "%s has ended and %s threads of its jobs still run")
    @Explained(
            cause = "A step of a job neither ends nor reacts to being stopped, nor to an interruption.",
            action = "Have Batchlet.stop end the step, and long chunks look at the status of the step.")
    void stillRunning(String application, int threads);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250062, value = "The job execution %s of %s could not be stopped")
    @Explained(
            cause = "The application ends and one of its jobs is to stop, which the repository refused.",
            action = "Look at the exception. The execution is marked as failed at the next start of the server.")
    void notStopped(long execution, String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 250063,
            value = "The job execution %s of %s was running on the server %s, which has not renewed its lease "
                    + "for %s s; it is FAILED now and can be restarted on any server")
    @Explained(
            cause = "The server was killed, is cut off from the database, or stands still.",
            action = "Restart the execution: keelson batch restart with its number.")
    void takenOver(long execution, String application, String holder, long seconds);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 250064, value = "The job execution %s of %s was taken over by another server; it is stopped here")
    @Explained(
            cause =
                    "This server did not renew the lease of the execution in time: it stood still, or could not reach the database.",
            action = "None for the data: what the execution writes here is refused. Look why the server stood still.")
    void leaseLost(long execution, String application);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250065, value = "The leases of job executions of %s could not be renewed")
    @Explained(
            cause = "The database of the job repository refuses, or cannot be reached.",
            action =
                    "Look at the exception. Another server takes the executions over where that lasts longer than batch.takeover-after.")
    void leasesNotRenewed(String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 250066,
            value =
                    "The job execution %s of %s, whose server has gone, goes on here as the execution %s, from its last checkpoint")
    @Explained(
            cause =
                    "Another server was killed, or stood still, while the job ran, and batch.automatic-restarts allows a restart.",
            action = "None. Look why that server ended.")
    void restarted(long execution, String application, long next);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 250067, value = "The job execution %s of %s, whose server has gone, was not restarted")
    @Explained(
            cause =
                    "The job cannot be restarted (restartable=false), is not in this version of the application, or the database refuses.",
            action =
                    "Look at the exception, and restart the execution by hand where that is wanted: keelson batch restart with its number.")
    void notRestarted(long execution, String application, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 250068,
            value = "The job execution %s of %s, whose server has gone, is not restarted again, as its "
                    + "instance has been restarted %s times")
    @Explained(
            cause = "batch.automatic-restarts is reached. The job may be what ends its servers.",
            action =
                    "Look why the servers ended. Restart the execution by hand: keelson batch restart with its number.")
    void notRestartedAgain(long execution, String application, int restarts);
}
