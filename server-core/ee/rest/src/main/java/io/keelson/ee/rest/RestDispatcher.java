package io.keelson.ee.rest;

import io.keelson.deploy.spi.DeploymentException;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Pattern;
import org.jboss.resteasy.plugins.server.servlet.HttpServlet30Dispatcher;
import org.jspecify.annotations.Nullable;

/**
 * The servlet of RESTEasy, which looks for resources by the address as the client wrote it. Here it gets the address as the container
 * has read it to choose the servlet: slashes in a row are one (Servlet 6.1, 3.5.2), so that {@code /shop//api/items} finds what {@code
 * /shop/api/items} does, and the path of the application is as that is written in {@link EncodedPath#encoded}, so that {@code /%61pi}
 * is {@code /api}.
 *
 * <p>Where RESTEasy refuses a class of the application, the deployment fails: nothing of its resources would be reachable.
 */
public class RestDispatcher extends HttpServlet30Dispatcher {
    static final String PREFIX = "resteasy.servlet.mapping.prefix";

    /** The type of a form's parts that have none; RESTEasy takes it for text in ASCII, browsers mean UTF-8 (RFC 7578, 5.1). */
    private static final String PART_TYPE = "resteasy.provider.multipart.inputpart.defaultContentType";

    /** The charset of a form's parts of text that have a type and no charset; ASCII for RESTEasy, too. */
    private static final String PART_CHARSET = "resteasy.provider.multipart.inputpart.defaultCharset";

    private static final long serialVersionUID = 1L;
    private static final Pattern SLASHES = Pattern.compile("//+");

    /** The path of the application; null: all paths of the module are the application's. */
    private @Nullable String prefix;

    @Override
    public void init(ServletConfig config) throws ServletException {
        try {
            super.init(config);
        } catch (ServletException | RuntimeException e) {
            String application = config.getInitParameter(ServletOfApplication.APPLICATION);
            throw new ServletException(
                    new DeploymentException("the resources of " + application + " cannot be served: " + reason(e), e));
        }
        String path = config.getInitParameter(PREFIX);
        prefix = "/".equals(path) ? null : path;
    }

    private static String reason(Throwable thrown) {
        Throwable deepest = thrown;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest.getMessage() == null ? deepest.toString() : deepest.getMessage();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (request.getAttribute(PART_TYPE) == null) {
            request.setAttribute(PART_TYPE, "text/plain;charset=UTF-8");
        }
        if (request.getAttribute(PART_CHARSET) == null) {
            request.setAttribute(PART_CHARSET, "UTF-8");
        }
        String written = request.getRequestURI();
        String read = written.contains("//") ? SLASHES.matcher(written).replaceAll("/") : written;
        String path = prefix;
        if (path != null) {
            read = EncodedPath.withPrefix(read, request.getContextPath(), path);
        }
        super.service(read.equals(written) ? request : new Read(request, read), response);
    }

    private static final class Read extends HttpServletRequestWrapper {
        private final String address;

        Read(HttpServletRequest request, String address) {
            super(request);
            this.address = address;
        }

        @Override
        public String getRequestURI() {
            return address;
        }

        @Override
        public StringBuffer getRequestURL() {
            StringBuffer whole = super.getRequestURL();
            int path = whole.indexOf("/", whole.indexOf("://") + 3);
            return path < 0 ? whole : whole.replace(path, whole.length(), address);
        }
    }
}
