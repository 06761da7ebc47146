package io.keelson.ejb.roles;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBAccessException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import javax.naming.InitialContext;

/** Calls the beans. */
@WebServlet("/roles/*")
public class RolesServlet extends HttpServlet {
    @EJB
    private Front front;

    @EJB
    private Vault vault;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            response.getWriter().print(answer(request.getPathInfo()));
        } catch (Exception e) {
            response.getWriter().print(e);
        }
    }

    private Object answer(String path) throws Exception {
        return switch (path) {
            case "/front" -> front.open();
            case "/direct" -> {
                try {
                    yield vault.open();
                } catch (EJBAccessException e) {
                    yield "refused";
                }
            }
            default -> {
                BookHome home =
                        (BookHome) new InitialContext().lookup("java:module/Book!io.keelson.ejb.roles.BookHome");
                Book book = home.createTitled("Emma");
                String title = book.title();
                try {
                    yield book.close(true);
                } catch (Kept e) {
                    yield title + " " + book.title() + " " + book.close(false);
                }
            }
        };
    }
}
