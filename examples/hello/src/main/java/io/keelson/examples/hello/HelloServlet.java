package io.keelson.examples.hello;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;

/** Answers with who served the request, and counts the visits of a session. */
@WebServlet("")
public class HelloServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession();
        // Two requests of one session may run at the same time; a visit that is not counted does no harm here.
        Integer before = (Integer) session.getAttribute("visits");
        int visits = before == null ? 1 : before + 1;
        session.setAttribute("visits", visits);
        response.setContentType("text/html;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        PrintWriter out = response.getWriter();
        out.printf(
                Locale.ROOT,
                """
                <!doctype html>
                <html lang="en">
                <title>Hello from Keelson</title>
                <link rel="stylesheet" href="hello.css">
                <h1>Hello from Keelson</h1>
                <table>
                <tr><th>Execute thread<td>%s
                <tr><th>Connection<td>%s, request %s
                <tr><th>Protocol<td>%s
                <tr><th>Your visits in this session<td>%d
                </table>
                <p>The socket was read by a muxer thread; a work manager handed the request to the execute thread above.
                Load this page again and watch the thread change.
                <p><a href="slow">An answer that takes a second</a> and holds no thread while it waits.
                """,
                Thread.currentThread().getName(),
                request.getServletConnection().getConnectionId(),
                request.getRequestId(),
                request.getProtocol(),
                visits);
    }
}
