package io.keelson.servlet.statics;

import io.keelson.servlet.descriptor.ServerSettings.ContainerDescriptor;
import io.keelson.servlet.path.CanonicalPath;
import io.keelson.servlet.statics.StaticsSettings.Coding;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends static content (Servlet 6.1, 12.2, the pattern {@code /}): GET, HEAD and OPTIONS, conditional requests, ranges, and
 * compressed files beside a file where the client takes them. Lists a directory only where that is asked for. Choosing a
 * welcome file is the container's business.
 *
 * <p>Thread-safe. See {@code docs/design/static-content.md}.
 *
 * <p>Specification: Servlet 6.1, 12.2 Specification of Mappings; RFC 9110, 9.3.1 GET; RFC 9110, 14.2 Range.
 */
public final class DefaultServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String ALLOW = "GET, HEAD, OPTIONS";
    private static final int MOST_ATTEMPTS = 3;

    private final transient WebResources resources;
    private final transient ContainerDescriptor declared;
    private final boolean listByDefault;
    private transient StaticsSettings settings;

    /**
     * For an application.
     *
     * @param declared what its weblogic.xml says
     */
    public DefaultServlet(WebResources resources, ContainerDescriptor declared) {
        this.resources = resources;
        this.declared = declared;
        this.listByDefault = Boolean.TRUE.equals(declared.indexDirectoryEnabled());
        this.settings = new StaticsSettings(listByDefault, null, List.of(), 0, true, null);
    }

    @Override
    public void init() throws ServletException {
        try {
            settings = StaticsSettings.of(getServletConfig(), listByDefault);
        } catch (IllegalArgumentException e) {
            throw new ServletException(
                    "an init-param of the servlet " + getServletName() + " is wrong: " + e.getMessage(), e);
        }
        String readOnly = getInitParameter("readonly");
        if (readOnly != null && !Boolean.parseBoolean(readOnly.strip())) {
            StaticsLog.LOG.notWritable(
                    getServletContext().getServletContextName(),
                    getServletContext().getContextPath());
        }
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String method = request.getMethod();
        if (method.equals("GET") || method.equals("HEAD")) {
            serve(request, response, method);
        } else if (answersAnyway(request.getDispatcherType(), method)) {
            serve(request, response, method);
        } else if (method.equals("OPTIONS")) {
            response.setHeader("Allow", ALLOW);
        } else {
            refuse(request, response);
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

    /** Answers a request with status 404 where nothing is at its path, whatever was to be done with it, and else with 405. */
    private void refuse(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = path(request, false);
        if (isHidden(request, path) || resources.find(path).isEmpty()) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
        } else {
            response.setHeader("Allow", ALLOW);
            response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
        }
    }

    private static boolean isHidden(HttpServletRequest request, String path) {
        return request.getDispatcherType() == DispatcherType.REQUEST && WebResources.isPrivate(path);
    }

    private void serve(HttpServletRequest request, HttpServletResponse response, String method) throws IOException {
        boolean included = request.getDispatcherType() == DispatcherType.INCLUDE;
        String path = path(request, included);
        @Nullable
        WebResource resource =
                isHidden(request, path) ? null : resources.find(path).orElse(null);
        if (resource == null) {
            notFound(path, included, response);
        } else if (resource.directory()) {
            directory(request, response, resource, included, method.equals("HEAD"));
        } else if (included) {
            FileText.in(settings.fileEncoding()).include(resources, resource, response);
        } else {
            file(request, response, resource, method);
        }
    }

    private static String path(HttpServletRequest request, boolean included) {
        String servletPath = included
                ? (String) request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH)
                : request.getServletPath();
        String pathInfo =
                included ? (String) request.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO) : request.getPathInfo();
        if (pathInfo == null && servletPath != null && !servletPath.isEmpty()) {
            return servletPath;
        }
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
        } else if (settings.listings()) {
            List<String> children = DirectoryListing.sorted(resources, path, declared.indexDirectoryOrder());
            DirectoryListing.send(request.getContextPath(), path, children, response, head);
        } else {
            notFound(path, false, response);
        }
    }

    /** Sends a file; again from the start when it turns out to have changed since it was looked at. */
    private void file(HttpServletRequest request, HttpServletResponse response, WebResource seen, String method)
            throws IOException {
        @Nullable WebResource resource = seen;
        for (int attempt = 0; attempt < MOST_ATTEMPTS && resource != null && !resource.directory(); attempt++) {
            try {
                file(request, response, variants(resource), method, attempt);
                return;
            } catch (StaleFileException e) {
                resources.forget(resource);
                resources.forget(e.resource());
                resource = resources.find(resource.path()).orElse(null);
            }
        }
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }

    private void file(
            HttpServletRequest request, HttpServletResponse response, Variants variants, String method, int attempt)
            throws IOException {
        if (request.getDispatcherType() == DispatcherType.ERROR) {
            // The status is the error's; no condition and no range applies to its page.
            sender(variants.plain(), response, method, attempt).whole();
            return;
        }
        Variant variant = variants.plain();
        if (!variants.compressed().isEmpty()) {
            variant = variants.choose(joined(request));
            if (attempt == 0) {
                response.addHeader("Vary", "Accept-Encoding");
            }
        }
        String etag = variant.etag(resources.now());
        response.setHeader("ETag", etag);
        response.setHeader("Last-Modified", variant.lastModified());
        if (settings.cacheControl() != null && !response.containsHeader("Cache-Control")) {
            response.setHeader("Cache-Control", settings.cacheControl());
        }
        FileSender sender = sender(variant, response, method, attempt);
        if (method.equals("POST")) {
            // A servlet has forwarded what it was sent: conditions and ranges are about the resource that was asked
            // for.
            sender.whole();
            return;
        }
        Preconditions preconditions =
                new Preconditions(request, etag, variant.resource().lastModified());
        switch (preconditions.evaluate()) {
            case NOT_MODIFIED -> response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            case FAILED -> response.sendError(HttpServletResponse.SC_PRECONDITION_FAILED);
            case SEND -> {
                if (settings.acceptRanges()) {
                    response.setHeader("Accept-Ranges", "bytes");
                }
                send(sender, range(request, method, preconditions), variant.resource(), response);
            }
        }
    }

    private static @Nullable String range(HttpServletRequest request, String method, Preconditions preconditions) {
        return method.equals("GET") && preconditions.rangeCounts() ? request.getHeader("Range") : null;
    }

    private static void send(
            FileSender sender, @Nullable String field, WebResource resource, HttpServletResponse response)
            throws IOException {
        List<ByteRange> ranges = ByteRange.parse(field, resource.length());
        if (ranges == null) {
            sender.whole();
        } else if (ranges.isEmpty()) {
            response.setHeader("Content-Range", "bytes */" + resource.length());
            response.sendError(HttpServletResponse.SC_REQUESTED_RANGE_NOT_SATISFIABLE);
        } else {
            sender.ranges(ranges);
        }
    }

    /** A file that grows all the time is sent as far as it went when it was looked at last. */
    private FileSender sender(Variant variant, HttpServletResponse response, String method, int attempt) {
        boolean mayHaveGrown = attempt == MOST_ATTEMPTS - 1;
        return new FileSender(resources, settings, variant, response, method.equals("HEAD"), mayHaveGrown);
    }

    /** The forms of a file, worked out when it is asked for the first time since it was looked at. */
    private Variants variants(WebResource resource) {
        @Nullable Variants known = resource.variants;
        if (known != null) {
            return known;
        }
        @Nullable String byName = getServletContext().getMimeType(resource.path());
        @Nullable String type = byName == null ? declared.defaultMimeType() : byName;
        List<Variant> compressed = new ArrayList<>();
        for (Coding coding : settings.precompressed()) {
            resources
                    .find(resource.path() + coding.extension())
                    .filter(beside -> !beside.directory())
                    .ifPresent(beside -> compressed.add(Variant.of(coding.name(), false, beside, type)));
        }
        Variants found = new Variants(Variant.of("identity", true, resource, type), List.copyOf(compressed));
        resource.variants = found;
        return found;
    }

    private static @Nullable String joined(HttpServletRequest request) {
        List<String> fields = Collections.list(request.getHeaders("Accept-Encoding"));
        return fields.isEmpty() ? null : String.join(",", fields);
    }
}
