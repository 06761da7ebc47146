package io.keelson.servlet.webapp;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.PrintWriter;

/** Dispatches to the same servlet of another application, which says where it is. */
@WebServlet(
        urlPatterns = {"/call", "/target"},
        asyncSupported = true)
public final class NeighbourServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (request.getParameter("only") != null && request.getServletPath().equals("/call")) {
            getServletContext()
                    .getContext(request.getParameter("to"))
                    .getRequestDispatcher("/target")
                    .forward(request, response);
            return;
        }
        HttpSession session = request.getSession();
        session.setAttribute("count", 1 + (session.getAttribute("count") instanceof Integer n ? n : 0));
        if (request.getServletPath().equals("/target") || request.getParameter("x") != null) {
            answer(request, response, session);
            return;
        }
        ServletContext other = getServletContext().getContext(request.getParameter("to"));
        if (other == null) {
            response.getWriter().print("none");
            return;
        }
        if (request.getParameter("async") != null) {
            request.startAsync().dispatch(other, "/target?x=1");
            return;
        }
        RequestDispatcher dispatcher = other.getRequestDispatcher("/target?x=1");
        if (request.getParameter("include") == null) {
            dispatcher.forward(request, response);
        } else {
            dispatcher.include(request, response);
            response.getWriter()
                    .print(" back in "
                            + request.getSession().getServletContext().getContextPath());
            request.startAsync().complete();
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response, HttpSession session)
            throws IOException {
        PrintWriter out = response.getWriter();
        if (request.getParameter("again") != null && request.getParameter("x").equals("1")) {
            out.print(request.getServletContext().getContextPath() + " again with the session of "
                    + session.getServletContext().getContextPath() + ", then ");
            session.setAttribute("count", 1);
            request.startAsync().dispatch("/target?x=2");
            return;
        }
        out.print(request.getServletContext().getContextPath() + " "
                + session.getServletContext().getContextPath());
        out.print(" " + session.getAttribute("count") + " " + request.getParameter("x"));
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        out.print(" " + (loader == getClass().getClassLoader()) + " " + request.isAsyncSupported());
        out.print(" " + request.getAttribute(RequestDispatcher.FORWARD_CONTEXT_PATH));
        out.print(" " + request.getAttribute(RequestDispatcher.INCLUDE_CONTEXT_PATH));
    }
}
