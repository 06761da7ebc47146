package io.keelson.ejb.ear;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Calls a bean of another module. */
@WebServlet("/order")
public class OrderServlet extends HttpServlet {
    @EJB
    private Orders orders;

    @EJB(beanName = "beans.jar#OrderBean")
    private Orders linked;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            Orders looked = (Orders) new InitialContext().lookup("java:app/beans/OrderBean");
            Orders global =
                    (Orders) new InitialContext().lookup("java:global/shop/beans/OrderBean!" + Orders.class.getName());
            response.getWriter()
                    .print(orders.order("tea") + " " + (orders == linked) + (orders == looked) + (orders == global));
        } catch (NamingException e) {
            throw new IOException(e);
        }
    }
}
