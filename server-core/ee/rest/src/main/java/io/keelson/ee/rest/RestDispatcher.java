package io.keelson.ee.rest;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Pattern;
import org.jboss.resteasy.plugins.server.servlet.HttpServlet30Dispatcher;

/**
 * The servlet of RESTEasy, which looks for resources by the address as the client wrote it. Slashes in a row are one
 * here, as they were when the container chose the servlet (Servlet 6.1, 3.5.2), so that {@code /shop//api/items} finds
 * what {@code /shop/api/items} does.
 */
public class RestDispatcher extends HttpServlet30Dispatcher {
    private static final long serialVersionUID = 1L;
    private static final Pattern SLASHES = Pattern.compile("//+");

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        super.service(request.getRequestURI().contains("//") ? new Collapsed(request) : request, response);
    }

    private static final class Collapsed extends HttpServletRequestWrapper {
        Collapsed(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getRequestURI() {
            return SLASHES.matcher(super.getRequestURI()).replaceAll("/");
        }

        @Override
        public StringBuffer getRequestURL() {
            StringBuffer whole = super.getRequestURL();
            int path = whole.indexOf("/", whole.indexOf("://") + 3);
            return path < 0 ? whole : whole.replace(path, whole.length(), getRequestURI());
        }
    }
}
