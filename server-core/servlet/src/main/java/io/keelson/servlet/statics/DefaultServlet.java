package io.keelson.servlet.statics;

import io.keelson.servlet.path.CanonicalPath;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends static content (Servlet 6.1, 12.2, the pattern {@code /}): GET, HEAD and OPTIONS, conditional requests, ranges, and
 * {@code .br} and {@code .gz} files beside a file where the client takes them. Lists a directory only with the init parameter
 * {@code listings}. Choosing a welcome file is the container's business.
 *
 * <p>Thread-safe. See {@code docs/design/web-descriptors.md}.
 */
public final class DefaultServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String ALLOW = "GET, HEAD, OPTIONS";

    /** Coding and extension, the better one first. */
    private static final List<String[]> CODINGS = List.of(new String[] {"br", ".br"}, new String[] {"gzip", ".gz"});

    private final transient WebResources resources;
    private final boolean listByDefault;
    private boolean listings;

    /**
     * For an application.
     *
     * @param listByDefault whether directories are listed where no init parameter says otherwise
     */
    public DefaultServlet(WebResources resources, boolean listByDefault) {
        this.resources = resources;
        this.listByDefault = listByDefault;
    }

    @Override
    public void init() {
        String parameter = getInitParameter("listings");
        listings = parameter == null ? listByDefault : Boolean.parseBoolean(parameter);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String method = request.getMethod();
        if (method.equals("GET") || method.equals("HEAD")) {
            serve(request, response, method.equals("HEAD"));
        } else if (answersAnyway(request.getDispatcherType(), method)) {
            serve(request, response, false);
        } else {
            response.setHeader("Allow", ALLOW);
            if (!method.equals("OPTIONS")) {
                response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
            }
        }
    }

    /** An error page and what is included serve whatever was asked; a page that a servlet forwards to may answer a POST. */
    private static boolean answersAnyway(DispatcherType dispatcher, String method) {
        return switch (dispatcher) {
            case ERROR, INCLUDE -> true;
            case FORWARD, ASYNC -> method.equals("POST");
            case REQUEST -> false;
        };
    }

    private void serve(HttpServletRequest request, HttpServletResponse response, boolean head) throws IOException {
        boolean included = request.getDispatcherType() == DispatcherType.INCLUDE;
        String path = path(request, included);
        boolean hidden = request.getDispatcherType() == DispatcherType.REQUEST && WebResources.isPrivate(path);
        @Nullable WebResource resource = hidden ? null : resources.find(path).orElse(null);
        if (resource == null) {
            notFound(path, included, response);
        } else if (resource.directory()) {
            directory(request, response, resource, included, head);
        } else if (included) {
            FileSender.include(resources, resource, response);
        } else if (request.getDispatcherType() == DispatcherType.ERROR) {
            // The status is the error's; no condition and no range applies to its page.
            describe(response, resource);
            new FileSender(resources, resource, response, head).whole();
        } else {
            file(request, response, resource, head);
        }
    }

    private static String path(HttpServletRequest request, boolean included) {
        String servletPath = included
                ? (String) request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH)
                : request.getServletPath();
        String pathInfo =
                included ? (String) request.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO) : request.getPathInfo();
        String path = (servletPath == null ? "" : servletPath) + (pathInfo == null ? "" : pathInfo);
        return path.isEmpty() ? "/" : path;
    }

    /** An include of nothing is the including servlet's error (9.3). */
    private static void notFound(String path, boolean included, HttpServletResponse response) throws IOException {
        if (included) {
            throw new FileNotFoundException(path);
        }
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }

    private void directory(
            HttpServletRequest request,
            HttpServletResponse response,
            WebResource resource,
            boolean included,
            boolean head)
            throws IOException {
        String path = resource.path();
        if (included || !path.endsWith("/") && request.getDispatcherType() != DispatcherType.REQUEST) {
            notFound(path, included, response);
        } else if (!path.endsWith("/")) {
            String query = request.getQueryString();
            response.sendRedirect(
                    CanonicalPath.withSlash(request.getRequestURI()) + (query == null ? "" : "?" + query));
        } else if (listings) {
            Set<String> children = resources.children(path);
            DirectoryListing.send(request.getContextPath(), path, children, response, head);
        } else {
            notFound(path, false, response);
        }
    }

    private void file(HttpServletRequest request, HttpServletResponse response, WebResource resource, boolean head)
            throws IOException {
        @Nullable Variant variant = variant(request, response, resource);
        WebResource sent = variant == null ? resource : variant.resource;
        String etag = etag(sent, variant);
        response.setHeader("ETag", etag);
        response.setDateHeader("Last-Modified", sent.lastModified());
        Preconditions preconditions = new Preconditions(request, etag, sent.lastModified());
        switch (preconditions.evaluate()) {
            case NOT_MODIFIED -> {
                response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
                return;
            }
            case FAILED -> {
                response.sendError(HttpServletResponse.SC_PRECONDITION_FAILED);
                return;
            }
            case SEND -> {}
        }
        describe(response, resource);
        if (variant != null) {
            response.setHeader("Content-Encoding", variant.coding);
        }
        FileSender sender = new FileSender(resources, sent, response, head);
        response.setHeader("Accept-Ranges", "bytes");
        List<ByteRange> ranges = head || !preconditions.rangeCounts()
                ? null
                : ByteRange.parse(request.getHeader("Range"), sent.length());
        if (ranges == null) {
            sender.whole();
        } else if (ranges.isEmpty()) {
            response.setHeader("Content-Range", "bytes */" + sent.length());
            response.sendError(HttpServletResponse.SC_REQUESTED_RANGE_NOT_SATISFIABLE);
        } else {
            sender.ranges(ranges);
        }
    }

    private void describe(HttpServletResponse response, WebResource resource) {
        String type = getServletContext().getMimeType(resource.path());
        if (type != null && response.getContentType() == null) {
            response.setContentType(type);
        }
    }

    private record Variant(String coding, WebResource resource) {}

    /** The compressed file beside this one that the client takes. */
    private @Nullable Variant variant(HttpServletRequest request, HttpServletResponse response, WebResource resource) {
        @Nullable String accepted = null;
        @Nullable Variant chosen = null;
        boolean any = false;
        for (String[] coding : CODINGS) {
            @Nullable
            WebResource compressed = resources.find(resource.path() + coding[1]).orElse(null);
            if (compressed == null || compressed.directory()) {
                continue;
            }
            if (!any) {
                accepted = joined(request);
                any = true;
            }
            if (chosen == null && AcceptEncoding.accepts(accepted, coding[0])) {
                chosen = new Variant(coding[0], compressed);
            }
        }
        if (any) {
            response.addHeader("Vary", "Accept-Encoding");
        }
        return chosen;
    }

    private static @Nullable String joined(HttpServletRequest request) {
        List<String> fields = java.util.Collections.list(request.getHeaders("Accept-Encoding"));
        return fields.isEmpty() ? null : String.join(",", fields);
    }

    /**
     * Length and time of change. A file that was changed within the second before now may change again without the time
     * telling, so its tag is weak (RFC 9110, 8.8.1).
     */
    private String etag(WebResource resource, @Nullable Variant variant) {
        String tag = "\"" + Long.toHexString(resource.length()) + "-" + Long.toHexString(resource.lastModified())
                + (variant == null ? "" : "-" + variant.coding) + "\"";
        boolean settled = resources.now() - resource.lastModified() > TimeUnit.SECONDS.toMillis(1);
        return settled ? tag : "W/" + tag;
    }
}
