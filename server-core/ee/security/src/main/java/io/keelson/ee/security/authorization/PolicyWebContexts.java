package io.keelson.ee.security.authorization;

import io.keelson.servlet.spi.WebContexts;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.EventListener;

/**
 * Sets the policy context of the thread while it works for a request, around the contexts of CDI. Thread-safe.
 *
 * <p>Specification: Authorization 3.0, 4.4 Setting the Policy Context.
 */
public final class PolicyWebContexts implements WebContexts {
    private final ModulePolicies module;
    private final WebContexts beans;

    /** Puts the contexts of a module around others. */
    public PolicyWebContexts(ModulePolicies module, WebContexts beans) {
        this.module = module;
        this.beans = beans;
    }

    private void enter(HttpServletRequest request) {
        module.enter();
        RunningCall.current(new RunningCall(request, null));
    }

    private void leave() {
        RunningCall.current(null);
        module.leave();
    }

    @Override
    public void started(ServletContext context, boolean conversationsByFilter) {
        beans.started(context, conversationsByFilter);
    }

    @Override
    public void stopped() {
        beans.stopped();
    }

    @Override
    public EventListener sessionListener() {
        return beans.sessionListener();
    }

    @Override
    public EventListener endingListener() {
        return beans.endingListener();
    }

    @Override
    public void begin(HttpServletRequest request) {
        enter(request);
        beans.begin(request);
    }

    @Override
    public void enterConversation(HttpServletRequest request) {
        beans.enterConversation(request);
    }

    @Override
    public void suspend(HttpServletRequest request) {
        try {
            beans.suspend(request);
        } finally {
            RunningCall.current(null); // the identifier stays for tasks that the request starts from other threads
        }
    }

    @Override
    public void resume(HttpServletRequest request) {
        enter(request);
        beans.resume(request);
    }

    @Override
    public void end(HttpServletRequest request) {
        try {
            beans.end(request);
        } finally {
            leave();
        }
    }
}
