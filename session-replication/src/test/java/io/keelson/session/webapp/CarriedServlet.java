package io.keelson.session.webapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/** Does what it is asked to with a session that the client keeps. */
public final class CarriedServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String what = request.getParameter("do");
        if (what.equals("look")) {
            HttpSession there = request.getSession(false);
            response.getWriter().print(there == null ? "none" : there.getAttribute("a"));
            return;
        }
        HttpSession session = request.getSession();
        switch (what) {
            case "set" -> {
                // The whole body, before the session is known.
                response.setContentLength(2);
                response.getOutputStream().print("ok");
                response.getOutputStream().close();
                session.setAttribute("a", request.getParameter("value"));
            }
            case "late" -> {
                session.setAttribute("a", "in time");
                response.flushBuffer();
                session.setAttribute("a", "late");
            }
            case "large" -> session.setAttribute("a", "x".repeat(Integer.parseInt(request.getParameter("value"))));
            case "largeAndFlush" -> {
                session.setAttribute("a", "x".repeat(9_000));
                response.getWriter().print("begun");
                response.flushBuffer();
            }
            case "id" -> request.changeSessionId();
            case "end" -> session.invalidate();
            default -> throw new IllegalArgumentException(what);
        }
    }
}
