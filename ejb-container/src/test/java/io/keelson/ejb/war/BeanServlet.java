package io.keelson.ejb.war;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.NoSuchEJBException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import javax.naming.InitialContext;

/** Calls beans as the path says. */
@WebServlet("/call/*")
@EJB(name = "ejb/declared", beanInterface = Greeter.class)
public class BeanServlet extends HttpServlet {
    @EJB
    private Greeter greeter;

    @EJB(beanName = "Counter")
    private Visits visits;

    @EJB(lookup = "java:module/Starter")
    private Starter starter;

    @EJB
    private Slow slow;

    @EJB
    private Guarded guarded;

    @EJB
    private Guarded.Secret secret;

    @Resource
    private UserTransaction user;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            response.getWriter().print(answer(request.getPathInfo().substring(1)));
        } catch (Exception e) {
            response.getWriter().print(describe(e));
        }
    }

    private static String describe(Throwable e) {
        String cause = e.getCause() == null ? "" : " by " + describe(e.getCause());
        return e.getClass().getSimpleName() + cause;
    }

    private Object answer(String what) throws Exception {
        return switch (what) {
            case "greet" -> greeter.greet("Ada");
            case "same" -> greeter == new InitialContext().lookup("java:global/beans/Greeter");
            case "names" ->
                new InitialContext().lookup("java:app/beans/Greeter!io.keelson.ejb.war.Greeter") instanceof Greeter
                        && new InitialContext().lookup("java:module/Counter") instanceof Visits
                        && new InitialContext().lookup("java:global/beans/Counter!io.keelson.ejb.war.Visits")
                                instanceof Visits
                        && new InitialContext().lookup("java:comp/env/ejb/declared") instanceof Greeter;
            case "descriptor" -> ((Visits) new InitialContext().lookup("java:comp/env/ejb/visits")).next() > 0;
            case "transaction" -> greeter.transaction() + " " + greeter.without() + " " + greeter.refused();
            case "joined" -> {
                user.begin();
                try {
                    greeter.fail();
                    yield "no exception";
                } catch (EJBException e) {
                    yield describe(e) + " " + user.getStatus();
                } finally {
                    user.rollback();
                }
            }
            case "fail" -> greeter.fail();
            case "hidden" -> greeter.hidden();
            case "startup" -> starter.started() + " " + Starter.ORDER;
            case "cart" -> cart();
            case "asynchronous" ->
                slow.twice("ab").get() + " " + slow.later("and").get();
            case "failing" -> {
                try {
                    yield slow.failing().get();
                } catch (ExecutionException e) {
                    yield describe(e);
                }
            }
            case "cancel" -> {
                Future<String> running = slow.untilCancelled();
                slow.awaitBegun();
                yield running.cancel(true) + " " + running.get();
            }
            case "own" -> slow.own();
            case "leaves" -> slow.leaves();
            case "guarded" -> guarded.ask();
            case "secret" -> secret.tell();
            default -> "what is " + what + "?";
        };
    }

    private static String cart() throws Exception {
        Cart one = (Cart) new InitialContext().lookup("java:module/Cart");
        Cart other = (Cart) new InitialContext().lookup("java:module/Cart");
        one.add("apple");
        other.add("pear");
        one.add("plum");
        String content = one.content() + other.content() + one.buy();
        try {
            return content + one.content();
        } catch (NoSuchEJBException e) {
            return content + " gone";
        }
    }
}
