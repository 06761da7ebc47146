package io.keelson.ee.microprofile.openapi;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/**
 * Answers {@code /openapi} below the context root of a web module. It is a servlet of the module: its filters and constraints count.
 *
 * <p>Specification: MicroProfile OpenAPI 4.1, 5 OpenAPI Endpoint.
 */
final class DocumentServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient ModuleDocument document;

    DocumentServlet(ModuleDocument document) {
        this.document = document;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<Format> format = Format.of(request.getParameter("format"), request.getHeader("Accept"));
        if (format.isEmpty()) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, MergedEndpoint.NO_FORMAT);
            return;
        }
        Optional<Rendered> rendered;
        try {
            rendered = document.rendered();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        if (rendered.isEmpty()) {
            response.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, MergedEndpoint.FAILED);
            return;
        }
        byte[] body = rendered.get().bytes(format.get());
        response.setContentType(format.get().contentType());
        response.setContentLength(body.length);
        response.setHeader("Vary", "Accept");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.getOutputStream().write(body);
    }
}
