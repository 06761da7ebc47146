package basket;

import jakarta.ejb.EJBException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Puts something into the basket of the session. */
@WebServlet("/*")
public class BasketServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Basket basket = (Basket) request.getSession().getAttribute("basket");
        try {
            if (basket == null) {
                basket = (Basket) new InitialContext().lookup("java:module/Basket");
                request.getSession().setAttribute("basket", basket);
            }
            switch (request.getPathInfo()) {
                case "/add" -> response.getWriter().println(basket.add());
                case "/within" -> response.getWriter().println(basket.addWithin());
                default -> response.getWriter().println(basket.all());
            }
        } catch (NamingException | EJBException e) {
            response.setStatus(500);
            response.getWriter().println(e);
        }
    }
}
