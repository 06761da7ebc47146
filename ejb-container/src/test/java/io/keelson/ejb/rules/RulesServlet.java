package io.keelson.ejb.rules;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Callable;
import javax.naming.InitialContext;

/** Calls the beans, and keeps a reference where the test finds it. */
@WebServlet("/rules")
public class RulesServlet extends HttpServlet {
    /** The system property that has a reference to a bean, with the context path at its end. */
    public static final String REFERENCE = "io.keelson.ejb.rules.reference";

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String result;
        try {
            Callable<?> bean = (Callable<?>) new InitialContext().lookup(request.getParameter("name"));
            System.getProperties().put(REFERENCE + request.getContextPath(), bean);
            result = bean.call() + ", " + Lookups.ofBeans();
        } catch (Exception e) { // a Callable declares any
            result = e.toString();
        }
        response.getWriter().print(result);
    }
}
