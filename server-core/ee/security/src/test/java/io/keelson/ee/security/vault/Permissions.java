package io.keelson.ee.security.vault;

import jakarta.security.jacc.WebResourcePermission;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Names nothing of the part but a permission of Jakarta Authorization. */
@WebServlet("/permissions")
public class Permissions extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter()
                .print(new WebResourcePermission("/*", "GET,POST").implies(new WebResourcePermission("/vault", "GET")));
    }
}
