package io.keelson.servlet.registration;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/**
 * A filter in a chain, and what comes after it. Immutable.
 *
 * <p>Specification: Servlet 6.1, 6.2.1 Filter Lifecycle.
 */
final class FilterNode implements FilterChain {
    private final Filter filter;
    private final boolean asyncSupported;
    private final FilterChain next;

    FilterNode(DeployedFilter filter, FilterChain next) {
        this.filter = filter.instance();
        this.asyncSupported = filter.asyncSupported;
        this.next = next;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response) throws IOException, ServletException {
        if (!asyncSupported) {
            ContainerRequest.of(request).asyncSupported(false);
        }
        filter.doFilter(request, response, next);
    }
}
