package io.keelson.ee.rest.shop;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;

/** Uses a type of the API of REST and nothing else of it. */
@WebServlet("/typed")
public class TypedServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(MediaType.TEXT_PLAIN_TYPE.withCharset("UTF-8"));
    }
}
