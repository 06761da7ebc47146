package io.keelson.ee.cdi.web;

import jakarta.servlet.http.HttpServletRequest;
import org.jboss.weld.manager.BeanManagerImpl;
import org.jboss.weld.module.web.servlet.ConversationContextActivator;

/**
 * Conversation contexts of requests.
 *
 * <p>Specification: CDI 4.1, 28.1.4 Conversation context lifecycle.
 */
final class Conversations extends ConversationContextActivator {
    /**
     * Makes them.
     *
     * @param lazy true to look for a request's conversation when it is first asked for, false to look when the request enters
     */
    Conversations(BeanManagerImpl manager, boolean lazy) {
        super(manager, lazy);
    }

    void enter(HttpServletRequest request) {
        startConversationContext(request);
    }

    void leave(HttpServletRequest request) {
        stopConversationContext(request);
        disassociateConversationContext(request);
    }
}
