package io.keelson.arquillian;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet of the applications under test. */
@WebServlet("/greeting")
public class Greeting extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter()
                .print("hello from " + request.getContextPath() + ", user " + request.getRemoteUser() + ", "
                        + (request.isUserInRole("Clerk") ? "a clerk" : "no clerk"));
    }
}
