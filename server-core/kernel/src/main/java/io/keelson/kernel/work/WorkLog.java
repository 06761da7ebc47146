package io.keelson.kernel.work;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the work managers: 000337 to 000351. */
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

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 337,
            value = "Thread '%s' is stuck: it has been busy for %d s with one piece of work of '%s', longer than the"
                    + " %d s that are allowed. It stands at:%s")
    @Explained(
            cause = "The code that the stack shows waits for something that does not come, or computes without end."
                    + " The thread is not interrupted.",
            action = "Look at the stack. Work that takes so long by intent belongs to a work manager with"
                    + " ignore-stuck-threads.")
    void stuck(String thread, long seconds, String manager, long limit, String stack);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 339, value = "Thread '%s' is no longer stuck: it ended its piece of work of '%s' after about %d s")
    @Explained(cause = "What a stuck thread (000337) waited for came, or its work was cut off.", action = "None.")
    void unstuck(String thread, String manager, long seconds);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 345, value = "Work manager '%s' is suspended: %d of its threads are stuck")
    @Explained(
            cause = "Its shutdown-trigger says at how many stuck threads no more work is taken; what comes is refused"
                    + " (503).",
            action = "Look for 000337, which shows where the threads stand.")
    void suspended(String manager, int stuck);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 346, value = "Work manager '%s' takes work again: %d of its threads are stuck")
    @Explained(cause = "Fewer threads are stuck than its shutdown-trigger says.", action = "None.")
    void resumed(String manager, int stuck);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 347, value = "%d threads are stuck, as many as overload.stuck-thread-count lets the server fail at")
    @Explained(
            cause = "So many threads have been at one piece of work for longer than overload.max-stuck-thread-time.",
            action = "Look for 000337, which shows where the threads stand.")
    void tooManyStuck(int stuck);
}
