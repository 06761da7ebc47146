package io.keelson.ee.cdi.shapes;

import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A filter with a bean. */
@WebFilter("/*")
public class StampFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;

    private final transient Stamp stamp;

    /** The constructor takes a bean. */
    @Inject
    public StampFilter(Stamp stamp) {
        this.stamp = stamp;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        stamp.add("filtered");
        chain.doFilter(request, response);
    }
}
