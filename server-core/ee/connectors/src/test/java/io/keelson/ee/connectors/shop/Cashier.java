package io.keelson.ee.connectors.shop;

import io.keelson.ee.connectors.ledger.Ledger;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import javax.naming.InitialContext;

/** Uses an adapter that another application is. */
@WebServlet("/cashier")
public class Cashier extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        try (Ledger.Page page = ((Ledger) new InitialContext().lookup("eis/ledger")).open()) {
            page.send(request.getParameter("text"));
            response.getWriter().print(String.join("\n", page.history()));
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }
}
