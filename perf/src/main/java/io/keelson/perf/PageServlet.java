package io.keelson.perf;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;

/** A measured servlet: 10 KB (10,240 bytes) of text, written at once, its length announced. */
public final class PageServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final byte[] TEXT = new byte[10 * 1024];

    static {
        Arrays.fill(TEXT, (byte) 'x');
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.setContentLength(TEXT.length);
        response.getOutputStream().write(TEXT);
    }
}
