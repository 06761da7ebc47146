package io.keelson.ee.security.club;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** For everybody; members leave through it. */
@WebServlet("/entrance")
public class Entrance extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        if (request.getParameter("leave") != null) {
            request.logout();
            return;
        }
        response.getWriter()
                .print(request.getRemoteUser() + " " + request.getSession().getId());
    }
}
