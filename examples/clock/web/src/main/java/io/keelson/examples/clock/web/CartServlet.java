package io.keelson.examples.clock.web;

import io.keelson.examples.clock.LocalCart;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Puts one more into the cart of the session: a stateful bean, to which the session has the reference. */
@WebServlet("/cart")
public class CartServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession();
        LocalCart cart = (LocalCart) session.getAttribute("cart");
        if (cart == null) {
            cart = cart();
            session.setAttribute("cart", cart);
        }
        int count = cart.add();
        response.setContentType("application/json");
        response.getWriter().println("{\"count\": " + count + ", \"server\": \"" + cart.server() + "\"}");
    }

    private static LocalCart cart() {
        try {
            return (LocalCart) new InitialContext().lookup("java:app/clock-beans/Cart!" + LocalCart.class.getName());
        } catch (NamingException e) {
            throw new IllegalStateException("there is no cart", e);
        }
    }
}
