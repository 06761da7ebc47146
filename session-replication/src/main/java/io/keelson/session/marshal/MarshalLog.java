package io.keelson.session.marshal;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of attributes that are written and read: 101060 to 101064. */
@MessageLogger(projectCode = "KLS-", length = 6)
interface MarshalLog extends BasicLogger {
    MarshalLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), MarshalLog.class, "io.keelson.session");

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 101060,
            value =
                    "application %s: the session attribute '%s' (%s) cannot be kept outside of this server's memory: %s")
    @Explained(
            cause =
                    "Something in the object is not serializable, or is of a class of the JDK that is not read back. The"
                            + " message says where, as far as it can be seen. The session goes on with the attribute on this server; its"
                            + " store has the session without it. Said once for each attribute and class.",
            action = "Let the class implement java.io.Serializable, or declare the field transient.")
    void notSerializable(String application, String attribute, String type, String where);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101061,
            value =
                    "application %s: the session attribute '%s' (%s) could not be written now; it is tried again at the end of"
                            + " the session's next request")
    @Explained(
            cause =
                    "The object's own code threw, for example because another request changed it at that moment. The store"
                            + " has its last value. Said once for each attribute and class.",
            action = "Look at the exception. Objects that several requests change have to be safe for that.")
    void notWrittenNow(String application, String attribute, String type, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101062,
            value = "application %s: the session attribute '%s' cannot be read: %s. Sessions go on without it")
    @Explained(
            cause =
                    "The bytes are of another version of the class, of a class that the application does not have any more, or"
                            + " of one that is not read from a store. Said once for each attribute and reason.",
            action = "None, if the class was changed on purpose; else give the class the serialVersionUID that it had.")
    void notReadable(String application, String attribute, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 101063,
            value =
                    "application %s: what is being set as the session attribute '%s' (%s) cannot be kept outside of this"
                            + " server's memory: %s")
    @Explained(
            cause =
                    "As KLS-101060, said when the attribute is set, with the place in the code. In development mode only. Said"
                            + " once for each attribute and class.",
            action = "Let the class implement java.io.Serializable, or declare the field transient.")
    void notSerializableSet(String application, String attribute, String type, String where, @Cause Throwable place);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 101079,
            value =
                    "application %s: the session attribute '%s' (%s) was changed in place and not set again, so that only this"
                            + " server's memory has the change: %s is another now")
    @Explained(
            cause = "Stores notice an attribute by setAttribute. A sample of requests is looked at;"
                    + " said once for each attribute and class, and counted in runtime/session-attributes.",
            action = "Call setAttribute with the object after it was changed.")
    void changedInPlace(String application, String attribute, String type, String where);
}
