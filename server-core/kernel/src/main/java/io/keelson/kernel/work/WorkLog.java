package io.keelson.kernel.work;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the work managers: 000340 to 000359. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface WorkLog extends BasicLogger {
    WorkLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), WorkLog.class, "io.keelson.kernel.work");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 340, value = "Work of work manager '%s' ended with an error that nobody caught")
    @Explained(
            cause = "A piece of work threw an exception out of its outermost method. The execute thread goes on.",
            action = "Look at the stack trace: it names the code that failed.")
    void workFailed(@Cause Throwable cause, String manager);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 341, value = "%d pieces of work were cut off when the pool '%s' stopped; still running: %s")
    @Explained(
            cause = "Work was queued or running when the time for a graceful shutdown was over.",
            action = "Raise graceful-shutdown-timeout if that work should have ended by itself.")
    void workCutOff(int pieces, String pool, String threads);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 342, value = "Execute thread '%s' died and was replaced")
    @Explained(
            cause = "An error left the code of the pool itself, most likely because memory ran out.",
            action = "Look for an earlier OutOfMemoryError; report it when there is none.")
    void threadDied(String thread);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 343, value = "The pool '%s' could not start another execute thread")
    @Explained(
            cause = "The operating system refused a thread: a limit of processes or of memory was reached.",
            action = "Raise the limit (ulimit -u, pids cgroup) or lower self-tuning-thread-pool-size-max.")
    void threadRefused(@Cause Throwable cause, String pool);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 344, value = "There is no work manager '%s' for %s; its work goes to '%s'")
    @Explained(
            cause = "A descriptor names a work manager that neither it nor the application nor the domain defines.",
            action = "Define it in work-managers of domain.yaml or in the descriptor, or correct the name.")
    void unknownWorkManager(String name, String scope, String instead);
}
