package io.keelson.perf;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A measured servlet: sets an attribute of 1 KB in the client's session, then 13 bytes of text. */
public final class SessionServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final byte[] TEXT = "Hello, World!".getBytes(StandardCharsets.US_ASCII);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        request.getSession().setAttribute("basket", new byte[1024]);
        response.setContentType("text/plain");
        response.setContentLength(TEXT.length);
        response.getOutputStream().write(TEXT);
    }
}
