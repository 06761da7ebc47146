package io.keelson.ee.jcache.shelf;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import javax.cache.CacheException;
import javax.cache.Caching;

/** Asks for a provider that the application does not bring. */
@WebServlet("/do/*")
public class Own extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            response.getWriter().print(Caching.getCachingProvider().getClass());
        } catch (CacheException e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
}
