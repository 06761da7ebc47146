package io.keelson.ee.soap;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Serves one endpoint: hands requests to CXF, with the caller whom the request names. Thread-safe.
 *
 * <p>Specification: Enterprise Web Services 2.0, 4.1.2 and 9.2 Authentication.
 */
final class EndpointServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String BASIC = "basic ";

    private final transient PublishedEndpoint endpoint;
    private final boolean development;

    /**
     * Makes it.
     *
     * @param development true if browsers get a page with forms
     */
    EndpointServlet(PublishedEndpoint endpoint, boolean development) {
        this.endpoint = endpoint;
        this.development = development;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        boolean get = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
        if (endpoint.soap() && !request.getMethod().equals("POST")) {
            if (!get) {
                refuse(response);
                return;
            }
            if (!isDescription(request.getQueryString())) {
                if (development) {
                    endpoint.page(request, response);
                } else {
                    refuse(response);
                }
                return;
            }
        }
        if (!authenticated(request, response)) {
            return;
        }
        ServletConfig config = getServletConfig();
        boolean named = get
                && endpoint.soap()
                && request.getQueryString() != null
                && request.getQueryString().contains("=");
        endpoint.invoke(config, request, named ? new Described(response) : response);
    }

    /** Answers a request for a description that there is not, where CXF says that the server has failed. */
    private static final class Described extends HttpServletResponseWrapper {
        Described(HttpServletResponse response) {
            super(response);
        }

        @Override
        public void setStatus(int status) {
            super.setStatus(status == SC_INTERNAL_SERVER_ERROR ? SC_NOT_FOUND : status);
        }
    }

    private static void refuse(HttpServletResponse response) throws IOException {
        response.setHeader("Allow", "POST");
        response.setContentType("text/plain;charset=UTF-8");
        response.setStatus(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
        response.getWriter().write("A web service: POST a SOAP message, or GET ?wsdl for its description.\n");
    }

    private static boolean isDescription(@Nullable String query) {
        String plain = query == null ? "" : query.toLowerCase(Locale.ROOT);
        return plain.equals("wsdl") || plain.startsWith("wsdl=") || plain.startsWith("xsd=") || plain.equals("xsd");
    }

    /** The module may declare no login, so what a client sends by itself counts; no challenge comes before a call is refused. */
    private static boolean authenticated(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String header = request.getHeader("Authorization");
        if (request.getUserPrincipal() != null
                || header == null
                || !header.toLowerCase(Locale.ROOT).startsWith(BASIC)) {
            return true;
        }
        try {
            String pair = new String(
                    Base64.getDecoder().decode(header.substring(BASIC.length()).strip()), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            if (colon >= 0) {
                request.login(pair.substring(0, colon), pair.substring(colon + 1));
                return true;
            }
        } catch (IllegalArgumentException | ServletException e) {
            getLog(request, e);
        }
        challenge(response);
        response.flushBuffer();
        return false;
    }

    private static void getLog(HttpServletRequest request, Exception e) {
        request.getServletContext()
                .log("a caller of " + request.getRequestURI() + " is not authenticated: " + e.getMessage());
    }

    /** Asks the client for a user. */
    static void challenge(HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        response.setHeader("WWW-Authenticate", "Basic realm=\"keelson\", charset=\"UTF-8\"");
    }
}
