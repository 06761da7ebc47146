package io.keelson.servlet.container;

import io.keelson.servlet.spi.WebContexts;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/**
 * The container's own filter of conversations: a request comes to its conversation where the application has mapped it. Does nothing where no room keeps
 * contexts for the application. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 28.1.4 Conversation context lifecycle.
 */
final class ConversationFilter implements Filter {
    private final WebApplication application;

    ConversationFilter(WebApplication application) {
        this.application = application;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        WebContexts contexts = application.contexts();
        if (contexts != null) {
            contexts.enterConversation(WebRequest.of(request));
        }
        chain.doFilter(request, response);
    }
}
