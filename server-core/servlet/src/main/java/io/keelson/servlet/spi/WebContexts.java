package io.keelson.servlet.spi;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.EventListener;

/**
 * Contexts that another room keeps for the requests and sessions of one web application: those of CDI. A contributor before {@code web}
 * attaches it to the deployment in {@code start} at the latest. Thread-safe.
 *
 * <ol>
 *   <li>The container MUST call {@link #begin} first and {@link #end} last for each request, each once, and every method on a thread that
 *       works for the request in the application's context.
 *   <li>Between them a request that goes on asynchronously MUST leave each thread with {@link #suspend} and come to each with
 *       {@link #resume}.
 *   <li>{@link #begin} comes before all request listeners, and {@link #end} after all of them and before changes of the session are stored.
 *   <li>A request that is dispatched to another application is suspended here meanwhile.
 *   <li>What {@link #begin} throws fails the request as a listener's exception does. {@link #suspend} and {@link #end} MUST leave the
 *       thread without contexts, whatever they throw.
 * </ol>
 *
 * <p>The lives of these contexts are those of Jakarta CDI 4.1, built-in context lifecycles in Jakarta EE.
 */
public interface WebContexts {
    /**
     * The name of the filter that says where in the chain a request comes to its conversation. An application maps it without declaring
     * it.
     */
    String CONVERSATION_FILTER = "CDI Conversation Filter";

    /**
     * The application starts: its context exists, and nothing of the application has run.
     *
     * @param conversationsByFilter true if the application has mapped {@link #CONVERSATION_FILTER}: a request comes to its conversation at
     *     {@link #enterConversation} and not at {@link #begin}
     */
    void started(ServletContext context, boolean conversationsByFilter);

    /** The application has ended: its listeners have been told. Does nothing where it has not started. */
    void stopped();

    /** The listener of sessions; it is told of a new one before those of the application, and of the end of one after them. */
    EventListener sessionListener();

    /** The listener that is told of the end of a session before those of the application. */
    EventListener endingListener();

    /** A request begins on the calling thread. */
    void begin(HttpServletRequest request);

    /**
     * The request comes to the filter of conversations on the calling thread, between {@link #begin} and {@link #end}; perhaps more than
     * once, as it is dispatched. What this throws comes out of the filter: the conversation is gone or busy.
     */
    void enterConversation(HttpServletRequest request);

    /** The request leaves the calling thread and goes on later. */
    void suspend(HttpServletRequest request);

    /** The request goes on on the calling thread. */
    void resume(HttpServletRequest request);

    /** The request ends on the calling thread. */
    void end(HttpServletRequest request);
}
