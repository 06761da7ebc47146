package io.keelson.ejb.copies;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Calls the bean by its own copies of the interfaces. */
@WebServlet("/copies/*")
public class CopiesServlet extends HttpServlet {
    @EJB
    private Exchange.Far far;

    @EJB(beanName = "ExchangeBean")
    private Exchange.Near near;

    private Exchange of(String view) throws NamingException {
        return switch (view) {
            case "far" -> far;
            case "near" -> near;
            case "written-far" -> (Exchange.Far) again(far);
            case "written-near" -> (Exchange.Near) again(near);
            case "looked-far" -> (Exchange.Far) looked(Exchange.Far.class);
            default -> (Exchange.Near) looked(Exchange.Near.class);
        };
    }

    private static Object again(Object reference) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(reference);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                return in.readObject();
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object looked(Class<?> view) throws NamingException {
        return new InitialContext().lookup("java:app/beans/ExchangeBean!" + view.getName());
    }

    private static String swap(Exchange exchange, String text) {
        Exchange.Parcel parcel = new Exchange.Parcel(text);
        try {
            return exchange.swap(parcel, List.of(parcel)).text;
        } catch (Exchange.Refused e) {
            return "refused " + e.getMessage();
        } catch (EJBException e) {
            return "failed";
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String view = request.getPathInfo().substring(1);
        String result;
        try {
            Exchange exchange = of(view);
            String taken;
            try {
                taken = exchange.take(new Object());
            } catch (EJBException e) {
                taken = String.valueOf(e.getMessage());
            }
            result = swap(exchange, "a") + ", " + swap(exchange, "refuse") + ", " + swap(exchange, "fail") + ", "
                    + exchange.self().equals(exchange) + exchange.own(exchange) + of(view).equals(exchange)
                    + (of(view).hashCode() == exchange.hashCode()) + exchange.equals("other") + ", " + taken;
        } catch (NamingException | RuntimeException e) {
            result = e.toString();
        }
        response.getWriter().print(result);
    }
}
