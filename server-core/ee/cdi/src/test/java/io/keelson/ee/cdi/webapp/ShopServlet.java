package io.keelson.ee.cdi.webapp;

import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.inject.Inject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Says what its beans say. */
@WebServlet(urlPatterns = "/shop/*", asyncSupported = true)
public class ShopServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Visits visits;

    @Inject
    private transient Cart cart;

    @Inject
    private transient Asked asked;

    @Inject
    private transient Ended ended;

    @Inject
    private transient Greeter greeter;

    @Inject
    private transient Principal principal;

    @Inject
    private transient ServletContext context;

    /** The constructor takes a bean. */
    @Inject
    public ShopServlet(Visits visits) {
        this.visits = visits;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        response.setContentType("text/plain");
        switch (String.valueOf(request.getPathInfo())) {
            case "/visits" -> response.getWriter().print(visits.next());
            case "/cart" -> response.getWriter().print(cart.add());
            case "/invalidate" -> {
                cart.add();
                request.getSession().invalidate();
                response.getWriter().print("gone");
            }
            case "/asked" -> response.getWriter().print(asked.add() + asked.add());
            case "/ended" -> response.getWriter().print(ended.get());
            case "/greet" -> response.getWriter().print(greeter.greet("ada"));
            case "/principal" -> response.getWriter().print(principal.getName());
            case "/context" -> response.getWriter().print(context.getContextPath());
            case "/events" ->
                response.getWriter().print(greeter.fire().toCompletableFuture().join());
            case "/manager" -> response.getWriter().print(managers());
            case "/async" -> async(request, response);
            default -> response.sendError(404);
        }
    }

    private static String managers() {
        try {
            BeanManager bound = (BeanManager) new InitialContext().lookup("java:comp/BeanManager");
            boolean one = bound.equals(CDI.current().getBeanManager());
            return CDI.current().select(Visits.class).isResolvable() + " " + one;
        } catch (NamingException e) {
            return e.toString();
        }
    }

    /** The second dispatch is on another thread, and has the request's bean of the first. */
    private void async(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String first = (String) request.getAttribute("first");
        if (first == null) {
            request.setAttribute("first", asked.add());
            AsyncContext context = request.startAsync();
            context.dispatch();
        } else {
            response.getWriter().print(first + " " + asked.add());
        }
    }
}
