package io.keelson.ee.validation.shop;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.io.IOException;
import javax.naming.InitialContext;

/** Uses validators of every origin. */
@WebServlet("/shop/*")
public class ShopServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource
    private transient Validator resource;

    @Resource
    private transient ValidatorFactory factory;

    @Inject
    private transient Validator injected;

    @Inject
    private transient ValidatorFactory injectedFactory;

    @Inject
    private transient Orders orders;

    @Inject
    private transient Basket basket;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain;charset=UTF-8");
        Item bad = new Item("X-1", "much too long");
        try {
            response.getWriter()
                    .write(
                            switch (request.getPathInfo()) {
                                case "/resource" -> Violations.of(resource.validate(bad));
                                case "/factory" ->
                                    Violations.of(factory.getValidator().validate(bad));
                                case "/injected" -> Violations.of(injected.validate(bad));
                                case "/injectedFactory" ->
                                    Violations.of(injectedFactory.getValidator().validate(bad));
                                case "/comp" ->
                                    Violations.of(((Validator) new InitialContext().lookup("java:comp/Validator"))
                                            .validate(bad));
                                case "/compFactory" ->
                                    Violations.of(((ValidatorFactory)
                                                    new InitialContext().lookup("java:comp/ValidatorFactory"))
                                            .getValidator()
                                            .validate(bad));
                                case "/order" ->
                                    String.valueOf(orders.order(
                                            request.getParameter("number"),
                                            Integer.parseInt(request.getParameter("count"))));
                                case "/basket" -> String.valueOf(basket.add());
                                case "/store" -> {
                                    orders.store(
                                            new Item(request.getParameter("number"), request.getParameter("title")));
                                    yield "stored";
                                }
                                default -> throw new IllegalArgumentException(request.getPathInfo());
                            });
        } catch (Exception e) {
            response.getWriter().write(cause(e));
        }
    }

    private static String cause(Throwable thrown) {
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (at instanceof ConstraintViolationException violated) {
                return "violated: " + Violations.of(violated.getConstraintViolations());
            }
        }
        return thrown.toString();
    }
}
