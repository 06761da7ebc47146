package io.keelson.servlet.webapp;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Says hello, and how often in this session. */
@WebServlet("/hello")
public final class HelloServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Integer before = (Integer) request.getSession().getAttribute("count");
        int count = before == null ? 1 : before + 1;
        request.getSession().setAttribute("count", count);
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter()
                .print("hello " + count + " on " + Thread.currentThread().getName());
    }
}
