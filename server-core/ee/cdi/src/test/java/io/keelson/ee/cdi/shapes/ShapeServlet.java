package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Says what its beans say. */
@WebServlet("/shape/*")
public class ShapeServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Inject
    private transient Shape shape;

    @Inject
    private transient Instance<Wizard> wizard;

    @Inject
    private transient Instance<Added> added;

    @Inject
    private transient Instance<StringBuilder> synthetic;

    @Inject
    private transient Instance<StringBuffer> compatible;

    @Inject
    private transient Stamp stamp;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.getWriter()
                .print(
                        switch (request.getPathInfo()) {
                            case "/describe" -> shape.describe();
                            case "/added" -> added.get().origin() + ", " + synthetic.get() + ", " + compatible.get();
                            case "/stamp" -> stamp.getText();
                            default -> wizard.get().step(request.getPathInfo().substring(1));
                        });
    }
}
