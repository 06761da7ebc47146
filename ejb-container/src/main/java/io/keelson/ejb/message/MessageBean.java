package io.keelson.ejb.message;

import jakarta.jms.Message;
import javax.naming.NamingException;

/** A message-driven bean as its endpoint knows it. Thread-safe. */
public interface MessageBean {
    /** Returns the name of the bean. */
    String name();

    /** Returns the name of its module, for messages. */
    String module();

    /** Returns true if a message is received and handled within one transaction of the container. */
    boolean transacted();

    /** Returns the value of a name, as the bean's module sees it. */
    Object lookup(String name) throws NamingException;

    /** Hands work to the bean's work manager; false where that takes no more now. */
    boolean offer(Runnable work);

    /** Runs work of the bean in the invocation context of its module. */
    void inModule(Work work) throws Throwable;

    /**
     * Calls the bean's message listener, in the transaction of the thread where it has one.
     *
     * @throws Throwable the exception of the bean, as its container tells it
     */
    void deliver(Message message) throws Throwable;

    /** Work of a bean. */
    interface Work {
        /** Runs it. */
        void run() throws Throwable;
    }
}
