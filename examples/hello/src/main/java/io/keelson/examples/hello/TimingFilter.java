package io.keelson.examples.hello;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Says in a header when the request came in, in the form that a browser's developer tools show. */
@WebFilter(urlPatterns = "/*", asyncSupported = true)
public class TimingFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setHeader("Server-Timing", "received;desc=\"" + java.time.Instant.now() + "\"");
        chain.doFilter(request, response);
    }
}
