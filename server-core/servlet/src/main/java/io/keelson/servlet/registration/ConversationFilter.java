package io.keelson.servlet.registration;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/**
 * The container's own filter of conversations: a request comes to its conversation where the application has mapped it (CDI 4.1,
 * Conversation context lifecycle). Does nothing where no room keeps contexts for the application. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 6.2.4 Configuration of Filters in a Web Application.
 */
final class ConversationFilter implements Filter {
    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ContainerRequest.of(request).enterConversation();
        chain.doFilter(request, response);
    }
}
