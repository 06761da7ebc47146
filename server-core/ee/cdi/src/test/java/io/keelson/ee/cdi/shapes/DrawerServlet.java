package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Shows what the classes of two archives see of the container. */
@WebServlet("/drawer")
public class DrawerServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.getWriter().print(CDI.current().select(Shape.class).get().describe() + ", " + Drawer.draw());
    }
}
