package io.keelson.boot;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of the server's process: 000200 to 000299. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface BootLog extends BasicLogger {
    BootLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), BootLog.class, "io.keelson.boot");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 201, value = "Server '%s' of the domain %s starts as process %d on Java %s")
    @Explained(cause = "Somebody started the server.", action = "None.")
    void starts(String server, Path domain, long pid, String java);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 202, value = "Configuration: %s")
    @Explained(
            cause = "Something in domain.yaml or its overrides is not wrong, but probably not meant.",
            action = "Do what the message says.")
    void configurationWarning(String warning);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 203, value = "An error that nobody caught ended the thread '%s'")
    @Explained(
            cause = "Code of the server or of an application threw the exception that is shown.",
            action = "Look at the stack trace: it names the code that failed.")
    void uncaught(@Cause Throwable cause, String thread);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 204, value = "Java deserialisation is not guarded: %s")
    @Explained(
            cause = "Another filter factory was installed in this JVM before (-Djdk.serialFilterFactory).",
            action = "Remove it, or see to it that it rejects what no stream allows.")
    void deserialisationUnguarded(String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 205, value = "The record of the server's state %s cannot be written: %s")
    @Explained(
            cause = "The disk is full or the directory may not be written.",
            action = "Look at the disk. Until then 'keelson status' shows what was written last.")
    void stateNotWritten(Path file, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 206, value = "The class archive %s could not be made; the next start is no faster: %s")
    @Explained(
            cause =
                    "Some seconds after a start the server makes an archive of its classes for the next ones. That failed; the"
                            + " server itself is not touched.",
            action =
                    "Look at the space and the rights of the directory. KEELSON_ARCHIVE=off in the environment switches"
                            + " archives off.")
    void archiveFailed(Path archive, String reason);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 208, value = "The server gives up: without its thread '%s', which had no memory left, it is crippled")
    @Explained(
            cause =
                    "The heap, or the memory for classes or threads, is full. The server ends at once with exit code 4, as in a"
                            + " crash; the node manager starts it again.",
            action =
                    "Give it more memory (java-options), or find out what fills it: keelson heap-histogram shows the heap of a"
                            + " server that runs.")
    void crippled(String thread);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 209,
            value = "The server gives up: for %d s its heap has been full, and the collector has left it no time")
    @Explained(
            cause =
                    "What is in use fills the heap, and collecting it over and over frees next to nothing. The server ends at once"
                            + " with exit code 4, as in a crash; the node manager starts it again.",
            action =
                    "Give it more memory (-Xmx in java-options), or find out what fills it: keelson heap-histogram shows the heap"
                            + " of a server that runs. servers.NAME.overload.heap-full-time says how long it may last.")
    void heapFull(long seconds);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 207, value = "What the member %s of the cluster offers to remote callers cannot be read: %s")
    @Explained(
            cause = "The servers are of different versions, or something is wrong with the message.",
            action = "Compare the versions of the servers. Stubs do not choose that member until then.")
    void offerNotRead(String member, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 210, value = "The configuration %s is missing; the admin server runs with the copy that it has kept")
    @Explained(
            cause =
                    "Somebody or something removed the file, or the directory was restored without it. The server has kept a"
                            + " copy of the configuration that it ran last.",
            action =
                    "Compare 'keelson config history' with what you expect. Put the file back from a backup, or activate any"
                            + " change: the server then writes the file anew. New servers cannot be started before.")
    void configurationLost(java.nio.file.Path file);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 240,
            value = "%d connections were closed whose other end is of a machine that was put out of the domain")
    @Explained(
            cause =
                    "'keelson machine remove' has put a machine out. Its certificates count no more, also where it was connected already.",
            action =
                    "None. Servers that were to run on it are without a machine until the configuration says another one.")
    void removedMachinesLeft(int connections);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 241,
            value = "Which machines were put out of the domain cannot be seen; what was known before counts on")
    @Explained(
            cause = "The files of this machine's certificate below security/ cannot be read or are damaged.",
            action =
                    "Look at the exception and at the rights of the files. Restart the server when they are as they should be.")
    void removedMachinesUnknown(@Cause Throwable cause);
}
