package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.ConversationScoped;
import jakarta.enterprise.context.NonexistentConversationException;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Notes in a header whether requests that pass it have a conversation, and answers those whose conversation is gone. */
public class ConversationWatch extends HttpFilter {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.addHeader("Conversation", getFilterName() + " " + active());
        try {
            chain.doFilter(request, response);
        } catch (NonexistentConversationException e) {
            response.setStatus(HttpServletResponse.SC_GONE);
        }
    }

    private static boolean active() {
        try {
            return CDI.current()
                    .getBeanManager()
                    .getContext(ConversationScoped.class)
                    .isActive();
        } catch (ContextNotActiveException e) {
            return false;
        }
    }
}
