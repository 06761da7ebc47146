package io.keelson.ee.cdi.web;

import io.keelson.servlet.spi.WebContexts;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.Destroyed;
import jakarta.enterprise.context.Initialized;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.util.EventListener;
import org.jboss.weld.context.http.HttpRequestContext;
import org.jboss.weld.context.http.HttpSessionContext;
import org.jboss.weld.event.FastEvent;
import org.jboss.weld.manager.BeanManagerImpl;
import org.jboss.weld.module.web.context.http.HttpSessionDestructionContext;
import org.jboss.weld.module.web.servlet.HttpContextLifecycle;
import org.jboss.weld.module.web.servlet.SessionHolder;
import org.jboss.weld.servlet.spi.helpers.AcceptingHttpContextActivationFilter;
import org.jspecify.annotations.Nullable;

/**
 * The contexts of requests, sessions and conversations of one web module. They are on the thread that works for a request, also where
 * that goes on asynchronously on another one, and end with the request. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 28.1 Built-in context lifecycles in Jakarta EE.
 */
public final class RequestContexts implements WebContexts {
    private static final String INVALIDATED = RequestContexts.class.getName() + ".invalidated";

    /** The request attribute that says that the request has come to its conversation by the filter. */
    private static final String CONVERSATION = RequestContexts.class.getName() + ".conversation";

    private final HttpRequestContext requests;
    private final HttpSessionContext sessions;
    private final HttpSessionDestructionContext endingSessions;
    private final Conversations conversations;
    private final Conversations conversationsNow;
    private final HttpContextLifecycle application;
    private final FastEvent<HttpServletRequest> requestBegun;
    private final FastEvent<HttpServletRequest> requestEnding;
    private final FastEvent<HttpServletRequest> requestEnded;
    private final FastEvent<HttpSession> sessionBegun;
    private final FastEvent<HttpSession> sessionEnding;
    private final FastEvent<HttpSession> sessionEnded;
    private volatile @Nullable ServletContext context;
    private volatile boolean filtered;

    /** Makes those of the module with this bean manager. */
    public RequestContexts(BeanManagerImpl manager) {
        requests = manager.instance().select(HttpRequestContext.class).get();
        sessions = manager.instance().select(HttpSessionContext.class).get();
        endingSessions =
                manager.instance().select(HttpSessionDestructionContext.class).get();
        conversations = new Conversations(manager, true);
        conversationsNow = new Conversations(manager, false);
        application = new HttpContextLifecycle(
                manager, AcceptingHttpContextActivationFilter.INSTANCE, false, false, true, false);
        requestBegun = FastEvent.of(HttpServletRequest.class, manager, Initialized.Literal.REQUEST);
        requestEnding = FastEvent.of(HttpServletRequest.class, manager, BeforeDestroyed.Literal.REQUEST);
        requestEnded = FastEvent.of(HttpServletRequest.class, manager, Destroyed.Literal.REQUEST);
        sessionBegun = FastEvent.of(HttpSession.class, manager, Initialized.Literal.SESSION);
        sessionEnding = FastEvent.of(HttpSession.class, manager, BeforeDestroyed.Literal.SESSION);
        sessionEnded = FastEvent.of(HttpSession.class, manager, Destroyed.Literal.SESSION);
    }

    @Override
    public void started(ServletContext started, boolean conversationsByFilter) {
        context = started;
        filtered = conversationsByFilter;
        application.contextInitialized(started);
    }

    @Override
    public void stopped() {
        ServletContext started = context;
        if (started != null) {
            context = null;
            application.contextDestroyed(started);
        }
    }

    @Override
    public EventListener sessionListener() {
        return new SessionEnds();
    }

    @Override
    public EventListener endingListener() {
        return new SessionsEnding();
    }

    @Override
    public void begin(HttpServletRequest request) {
        resume(request);
        requestBegun.fire(request);
    }

    @Override
    public void resume(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        if (session == null) {
            SessionHolder.clear();
        } else {
            SessionHolder.sessionCreated(AnnexSession.of(session));
        }
        requests.associate(request);
        sessions.associate(request);
        requests.activate();
        sessions.activate();
        if (!filtered || request.getAttribute(CONVERSATION) != null) {
            conversations.enter(request);
        }
    }

    @Override
    public void enterConversation(HttpServletRequest request) {
        if (filtered && request.getAttribute(CONVERSATION) == null) {
            request.setAttribute(CONVERSATION, true);
            conversationsNow.enter(request);
        }
    }

    @Override
    public void suspend(HttpServletRequest request) {
        if (!entered()) {
            return;
        }
        conversations.leave(request);
        putTouched();
        try {
            requests.deactivate();
            sessions.deactivate();
        } finally {
            dissociate(request);
        }
    }

    @Override
    public void end(HttpServletRequest request) {
        if (!entered()) {
            return;
        }
        try {
            conversations.leave(request);
            requests.invalidate();
            requestEnding.fire(request);
            requests.deactivate();
            requestEnded.fire(request);
            putTouched();
            endSession(request);
        } finally {
            dissociate(request);
        }
    }

    /** Returns false where the request's session could not be had, so that the thread never came to its contexts. */
    private boolean entered() {
        return requests.isActive();
    }

    /** A session that the request invalidated is destroyed when its context is left. */
    private void endSession(HttpServletRequest request) {
        HttpSession invalidated = (HttpSession) request.getAttribute(INVALIDATED);
        if (invalidated != null) {
            sessionEnding.fire(invalidated);
        }
        sessions.deactivate();
        if (invalidated != null) {
            request.removeAttribute(INVALIDATED);
            sessionEnded.fire(invalidated);
        }
    }

    private void dissociate(HttpServletRequest request) {
        requests.dissociate(request);
        sessions.dissociate(request);
        SessionHolder.clear();
    }

    private static void putTouched() {
        if (SessionHolder.getSessionIfExists() instanceof AnnexSession session) {
            session.putTouched();
        }
    }

    /** Gives listeners of the application the context of a session that ends without a request: it has been idle too long. */
    private final class SessionsEnding implements HttpSessionListener {
        @Override
        public void sessionDestroyed(HttpSessionEvent event) {
            if (!sessions.isActive() && !endingSessions.isActive()) {
                endingSessions.associate(AnnexSession.of(event.getSession()));
                endingSessions.activate();
            }
        }
    }

    /** Begins and ends the contexts of sessions. */
    private final class SessionEnds implements HttpSessionListener {
        @Override
        public void sessionCreated(HttpSessionEvent event) {
            AnnexSession session = AnnexSession.of(event.getSession());
            if (requests.isActive()) {
                SessionHolder.sessionCreated(session);
                conversations.sessionCreated(session);
            }
            sessionBegun.fire(event.getSession());
        }

        @Override
        public void sessionDestroyed(HttpSessionEvent event) {
            AnnexSession session = AnnexSession.of(event.getSession());
            if (endingSessions.isActive()) {
                endingSessions.deactivate();
                endingSessions.dissociate(session);
            }
            boolean inRequest = !sessions.destroy(session);
            SessionHolder.clear();
            HttpServletRequest request = inRequest ? current() : null;
            if (request == null) {
                sessionEnded.fire(event.getSession());
            } else {
                request.setAttribute(INVALIDATED, event.getSession());
            }
        }

        private @Nullable HttpServletRequest current() {
            return requests instanceof org.jboss.weld.module.web.context.http.HttpRequestContextImpl http
                    ? http.getHttpServletRequest()
                    : null;
        }
    }
}
