package io.keelson.ejb.log;

import io.keelson.base.log.Explained;
import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/** Messages of enterprise beans: 150000 to 150099. */
@MessageLogger(projectCode = "KLS-", length = 6)
public interface EjbLog extends BasicLogger {
    /** The log of the room. */
    EjbLog LOG = Logger.getMessageLogger(MethodHandles.lookup(), EjbLog.class, "io.keelson.ejb");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 150000, value = "Application %s has %d enterprise beans: %s")
    @Explained(cause = "A module with enterprise beans starts.", action = "None.")
    void started(String module, int count, String names);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 150001, value = "A call of %s.%s of application %s failed with a system exception")
    @Explained(
            cause = "A method of a bean threw an exception that is no application exception. Its transaction is rolled"
                    + " back, and its instance is discarded unless it is a singleton.",
            action = "Look at the cause: it is an error of the application, or of what it uses.")
    void systemException(String bean, String method, String module, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 150002, value = "The end of an instance of bean %s of application %s failed")
    @Explained(
            cause = "A @PreDestroy method, or an interceptor around it, threw an exception. The instance is gone all"
                    + " the same.",
            action = "Correct the method; what it did not release may stay open.")
    void preDestroyFailed(String bean, String module, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 150003,
            value = "Bean %s of application %s is not called %s, as another version of the application has the name")
    @Explained(
            cause = "Two versions of an application run side by side. Names in java:global can mean one of them only.",
            action = "None, if clients of other applications may go on with the version before. Else undeploy that"
                    + " version and redeploy this one.")
    void nameTaken(String bean, String module, String name);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 150004, value = "Message-driven bean %s of application %s gets no messages: %s")
    @Explained(
            cause =
                    "Its destination or its connection factory is not there, the JMS provider is away, or the bean listens to"
                            + " something else than JMS, for which no resource adapter is there. For JMS it is tried again every"
                            + " two seconds.",
            action =
                    "Define the destination, or correct its name; none, if the rest of the application works without the bean.")
    void noEndpoint(String bean, String module, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 150010, value = "Message-driven bean %s of application %s can receive messages again")
    @Explained(cause = "Its destination and the JMS provider are there again.", action = "None.")
    void endpointAgain(String bean, String module);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 150011,
            value = "Message-driven bean %s of application %s has failed %d times in a row and is slowed down: %s")
    @Explained(
            cause = "The bean throws an exception or rolls its transaction back for each message. The endpoint waits up"
                    + " to ten seconds between messages.",
            action = "Look at the cause. Give the queue a redelivery-limit and an error-destination, so that messages"
                    + " that cannot be handled are put aside.")
    void messagesFail(String bean, String module, int times, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 150012,
            value = "Activation properties of message-driven bean %s of application %s mean nothing here: %s")
    @Explained(cause = "They are misspelt, or are those of another server.", action = "Remove or correct them.")
    void unknownActivation(String bean, String module, String names);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 150005, value = "A firing of timer %s of bean %s failed: %s")
    @Explained(
            cause = "The method of a timer threw an exception, or its transaction was rolled back. A firing is tried"
                    + " twice; then the timer goes on with its next due time, and a timer without one is gone.",
            action = "Look at the messages before this one for the cause.")
    void timerFailed(String timer, String bean, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 150006, value = "The timer in %s cannot be read and does not fire")
    @Explained(
            cause = "The row of a persistent timer is damaged, or names classes of the application that are gone.",
            action = "Restore the file, or delete it and make the timer again. In a cluster, deploy the version of the"
                    + " application that has the classes, and cancel the timer.")
    void timerUnreadable(String place, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 150007, value = "The state of timer %s of bean %s cannot be written")
    @Explained(
            cause = "The disk is full or fails. The timer goes on in memory; after a restart it fires as the last row"
                    + " that was written says.",
            action = "Make room on the disk of the server's directory.")
    void timerNotKept(String timer, String bean, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 150008,
            value = "Timer %s is left alone: its application has no bean %s with a method for it any more")
    @Explained(
            cause = "An application was deployed without a bean, or without a time-out method, that has persistent"
                    + " timers.",
            action = "Deploy the bean again, or delete the file of the timer in the server's directory timers.")
    void timerOfNobody(String timer, String bean);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 150013, value = "This server fires the persistent timers of application %s (epoch %d)")
    @Explained(
            cause =
                    "The server has been granted the lease of the application's timers. One server of the cluster has it.",
            action = "None.")
    void timersOwned(String application, long epoch);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 150014, value = "This server fires the persistent timers of application %s no more: %s")
    @Explained(
            cause =
                    "The lease of the timers has ended: the application or the server stops, the server was paused, or it"
                            + " sees no majority of the cluster's voters. Another server goes on.",
            action = "None where that was intended. Else look at the server's messages about the cluster.")
    void timersLost(String application, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 150015, value = "The persistent timers of application %s wait for their store: %s")
    @Explained(
            cause = "No majority of the cluster's voters answers, or the database is away. It is tried again.",
            action = "None while the cluster starts. Else start the missing servers, or the database.")
    void timersWait(String application, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 150016,
            value =
                    "A firing of timer %s of bean %s was not recorded, as another server owns the timers: it is repeated there")
    @Explained(
            cause =
                    "The server lost the lease of the timers between the end of the firing's transaction and its record.",
            action = "None, if the effect of a firing may come twice. See the manual on timers of a cluster.")
    void firingFenced(String timer, String bean);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 150017, value = "Stateful bean %s of application %s has no copy on another server: %s")
    @Explained(
            cause =
                    "The state of a stateful bean has something in it that cannot be serialised. The bean works, and ends"
                            + " with its server. This is said once a bean class.",
            action = "Make the class of the field serializable, or declare the field transient.")
    void notReplicated(String bean, String module, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 150018, value = "What a transaction did to a stateful bean %s may be lost: %s")
    @Explained(
            cause = "After the transaction the bean's state did not reach the server that keeps the copy, or another"
                    + " server has the bean meanwhile.",
            action = "Look at the server's messages about the cluster.")
    void statefulLost(String bean, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 150019, value = "Stateful bean %s of application %s is not passivated: %s")
    @Explained(
            cause =
                    "Something in the state of a stateful bean cannot be serialised, or the bean has an extended persistence"
                            + " context. It stays in memory, beyond max-beans-in-cache. This is said once a bean class.",
            action = "Make the class of the field serializable, declare the field transient, or declare the bean with"
                    + " passivationCapable=false.")
    void notPassivated(String bean, String module, String why);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(
            id = 150020,
            value = "Stateful beans of %s of application %s stay in memory, as they cannot be written: %s")
    @Explained(
            cause = "The disk is full or fails. It is tried again after 30 seconds, at the earliest.",
            action = "Make room on the disk of the server's directory passivated.")
    void passivationRefused(String bean, String module, String why);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 150021, value = "Stateful beans of %s of application %s can be written to disk again")
    @Explained(cause = "There is room on the disk again.", action = "None.")
    void passivationAgain(String bean, String module);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 150022, value = "The stateful bean in %s cannot be read and has ended: %s")
    @Explained(
            cause = "The file of a passivated bean is damaged or gone, or its classes do not fit. Its client gets a"
                    + " NoSuchEJBException.",
            action = "Look for others who write to the server's directory passivated, and for errors of the disk.")
    void passivatedUnreadable(String file, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 150023, value = "A stateful bean %s of application %s has ended: its @PrePassivate failed")
    @Explained(
            cause = "A method for the passivation of a bean, or an interceptor around it, threw an exception. The bean"
                    + " is gone (Enterprise Beans 4.0 Core, 9.3.4).",
            action = "Correct the method.")
    void prePassivateFailed(String bean, String module, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 150024, value = "Timer %s was cancelled by %s")
    @Explained(cause = "An operator has cancelled a timer of an enterprise bean.", action = "None.")
    void timerCancelled(String timer, String caller);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 150036, value = "Timer %s of entity bean %s '%s' is removed: its entity object is not there (%s)")
    @Explained(
            cause = "A timer was due whose entity object was deleted by others than its bean, as by SQL.",
            action = "None. Remove entity objects through their bean to have their timers end at once.")
    void timerOrphaned(String timer, String bean, String key, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 150030,
            value =
                    "A transaction waited in vain for entity bean %s '%s' of application %s. It has %s; the holder has %s")
    @Explained(
            cause = "The bean has the concurrency-strategy Exclusive, and another transaction did not end in time. The"
                    + " lists are the entity objects of both in the order of first access.",
            action =
                    "Access entity objects in the same order everywhere, make transactions shorter, or use the strategy"
                            + " Database.")
    void entityLockTimeout(String bean, String key, String module, String mine, String theirs);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 150031,
            value = "The database rolled back a transaction at entity bean %s of application %s. It has %s; a rival has"
                    + " %s: %s")
    @Explained(
            cause = "The transaction is the victim of a deadlock or of a conflict with another one. The lists are the"
                    + " entity objects in the order of first access, of one transaction that uses some of the same.",
            action = "Access entity objects in the same order everywhere, or lower the isolation.")
    void entityDeadlock(String bean, String module, String mine, String theirs, String why);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 150032, value = "An instance of entity bean %s of application %s is discarded: its %s failed")
    @Explained(
            cause = "A life-cycle method of the bean class threw an exception. The instance is not used again.",
            action = "Correct the method; what it did not release may stay open.")
    void entityEndFailed(String bean, String module, String method, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.INFO)
    @Message(
            id = 150033,
            value = "Another transaction has changed entity bean %s '%s' of application %s since this one has read it")
    @Explained(
            cause = "The bean has the concurrency-strategy Optimistic. The transaction that wrote last is rolled back.",
            action = "Have the client repeat the transaction. Where it happens often, use the strategy Database.")
    void optimisticConflict(String bean, String key, String module);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 150034, value = "Tables of application %s were made: %s")
    @Explained(
            cause = "weblogic-cmp-rdbms-jar.xml has create-default-dbms-tables.",
            action = "None in development. Make the tables of a server in production by your own scripts.")
    void tablesMade(String module, String tables);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 150035, value = "Tables of application %s are not made: the server is in production mode")
    @Explained(
            cause = "weblogic-cmp-rdbms-jar.xml has create-default-dbms-tables, which is for development.",
            action = "Make the tables by your own scripts, and remove the element.")
    void noTablesInProduction(String module);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 150039,
            value = "The instances of bean %s of application %s that are there before the first call could not be made")
    @Explained(
            cause =
                    "weblogic-ejb-jar.xml has initial-beans-in-free-pool, and the bean's constructor, its injection or its"
                            + " @PostConstruct failed. The application serves; calls make instances.",
            action = "Look at the exception.")
    void noFirstInstances(String bean, String module, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 150040, value = "Local calls of bean %s by %s go on without their own class: %s")
    @Explained(
            cause = "A view that is called often gets a class that calls the bean without arrays and boxes, "
                    + "and that class could not be defined.",
            action = "None: calls work as before, a little slower. Report the message with the bean's interface.")
    void noDirectCalls(String bean, String view, String reason);

    @LogMessage(level = Logger.Level.WARN)
    @Message(
            id = 150041,
            value = "The stateful bean %s has ended and left a transaction open that it had begun; it was rolled back")
    @Explained(
            cause = "A bean with bean-managed transactions was removed, or a system exception ended it, before it had"
                    + " completed the transaction.",
            action = "Have the bean commit or roll back before its @Remove method returns.")
    void removedInTransaction(String bean);
}
