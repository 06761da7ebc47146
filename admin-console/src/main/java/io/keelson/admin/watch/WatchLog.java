package io.keelson.admin.watch;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of watches: 141089 to 141097. Watches over the log do not look at them. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface WatchLog extends BasicLogger {
    String CATEGORY = "io.keelson.admin.watch";
    WatchLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), WatchLog.class, CATEGORY);

    String CAUSE = "What the watch of domain.yaml looks for is so.";
    String ACTION = "What the author of the watch says. 'keelson watch list' shows all watches and their states.";

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141090, value = "%s")
    @Explained(cause = CAUSE, action = ACTION)
    void told(String message);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141091, value = "%s")
    @Explained(cause = CAUSE, action = ACTION)
    void warned(String message);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141092, value = "%s")
    @Explained(cause = CAUSE, action = ACTION)
    void alarmed(String message);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141093, value = "%s")
    @Explained(
            cause =
                    "The condition does not hold any more and the alarm's period is over, or somebody has reset the watch.",
            action = "None.")
    void over(String message);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141094, value = "The webhook '%s' could not be told of the watch '%s': %s")
    @Explained(
            cause = "Three attempts have failed: nobody listens there, or the answer was no success.",
            action = "Look whether the address of the webhook is right and its server runs.")
    void notTold(String webhook, String watch, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 141095, value = "The watch '%s' has written the diagnostic image %s")
    @Explained(cause = "The watch says image: true.", action = "None. The last five of a watch are kept.")
    void image(String watch, Path file);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141096, value = "The diagnostic image of the watch '%s' could not be written: %s")
    @Explained(cause = "The disk is full or read-only.", action = "Make room or repair the disk.")
    void noImage(String watch, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 141097, value = "The watch '%s' cannot look: %s")
    @Explained(
            cause = "The condition names something that the records of this version do not have.",
            action = "Correct 'when' of the watch; 'keelson runtime' shows what there is.")
    void cannotLook(String watch, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 141089, value = "The watches could not look")
    @Explained(
            cause = "An error of the server itself, or of a room that shows its state; the stack trace says where.",
            action = "Report it with the stack trace. They look again a second later.")
    void failed(@Cause Throwable cause);
}
