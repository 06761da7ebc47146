package io.keelson.muxer.internal;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the muxers: 000400 to 000499. */
@MessageLogger(projectCode = "KLS-", length = 6)
public interface MuxerLog extends BasicLogger {
    MuxerLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), MuxerLog.class, "io.keelson.muxer");

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 401, value = "No connection can be accepted on %s: %s. Accepting is tried again %d times a second")
    @Explained(
            cause =
                    "The process or the machine has no file descriptor or no memory left for a further socket. Connections"
                            + " wait in the backlog; those that are open are served.",
            action = "Raise the limit of open files (ulimit -n), or lower the number of connections.")
    void acceptingSuspended(String address, String reason, int timesASecond);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 402, value = "Connections are accepted on %s again")
    @Explained(cause = "There is a file descriptor for a further socket again.", action = "None.")
    void acceptingResumed(String address);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 403, value = "A connection was closed because handling what it was ready for failed: %s")
    @Explained(
            cause = "A defect in the code that handles the connection. The other connections are not affected.",
            action = "Report the stack trace.")
    void channelFailed(Object handle, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 404, value = "Unable to use io_uring, the muxer on epoll is used: %s")
    @Explained(
            cause =
                    "The muxer on io_uring was asked for and cannot work here: Linux is older than 6.1, or a setting of the"
                            + " kernel (kernel.io_uring_disabled) or a filter of system calls, as containers have, refuses it.",
            action =
                    "None is needed: the muxer on epoll does the same. To use io_uring remove what the message names; to no"
                            + " longer see the message set io-uring-enabled to false.")
    void uringUnavailable(String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 438, value = "Unable to load the native muxer, the Java muxer is used: %s")
    @Explained(
            cause =
                    "The native muxer was asked for and cannot work here: another operating system or processor, a C library"
                            + " that JNR-FFI does not load, or a kernel that refuses epoll or eventfd.",
            action =
                    "None is needed: the Java muxer does the same. To use the native one remove what the message names; to"
                            + " no longer see the message set native-io-enabled to false.")
    void nativeMuxerUnavailable(String reason);
}
