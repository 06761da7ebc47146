package io.keelson.ee.cdi.web;

import jakarta.servlet.http.HttpServletRequest;
import org.jboss.weld.manager.BeanManagerImpl;
import org.jboss.weld.module.web.servlet.ConversationContextActivator;

/**
 * Conversation contexts of requests. Made lazily: a request whose conversation is not asked for does not look for one.
 *
 * <p>Specification: CDI 4.1, 28.1.4 Conversation context lifecycle.
 */
final class Conversations extends ConversationContextActivator {
    Conversations(BeanManagerImpl manager) {
        super(manager, true);
    }

    void enter(HttpServletRequest request) {
        startConversationContext(request);
    }

    void leave(HttpServletRequest request) {
        stopConversationContext(request);
        disassociateConversationContext(request);
    }
}
