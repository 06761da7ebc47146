package io.keelson.ejb.strict;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.NoSuchEJBException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Asks the beans as the path says. */
@WebServlet("/strict/*")
public class StrictServlet extends Named {
    private static final long serialVersionUID = 1L;

    @EJB
    private transient Ledger ledger;

    @Resource
    private transient UserTransaction user;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            response.getWriter().print(answer(request.getPathInfo().substring(1)));
        } catch (Exception e) {
            response.getWriter().print(e);
        }
    }

    private static Object there(String name) {
        try {
            return new InitialContext()
                    .lookup("java:comp/env/" + name)
                    .getClass()
                    .getSimpleName()
                    .split("\\$\\$", 2)[0];
        } catch (NamingException e) {
            return e.getMessage();
        }
    }

    private String answer(String what) throws Exception {
        return switch (what) {
            case "names" -> {
                String own = StrictServlet.class.getName() + "/";
                String library = Ledger.class.getName() + "/";
                InitialContext context = new InitialContext();
                boolean registry = context.lookup("java:comp/env/registry")
                        == context.lookup("java:comp/TransactionSynchronizationRegistry");
                yield there("one") + " " + there("other") + " " + there(own + "ledger") + " " + there(library + "till")
                        + " " + (context.lookup("java:comp/env/" + own + "user") instanceof UserTransaction) + " "
                        + registry;
            }
            case "supports" -> {
                user.begin();
                try {
                    yield ledger.rollbackOnly();
                } finally {
                    user.rollback();
                }
            }
            case "status" -> ledger.status();
            case "completion" -> {
                Till till = (Till) new InitialContext().lookup("java:comp/env/one");
                try {
                    till.fail();
                    yield "committed";
                } catch (EJBException e) {
                    try {
                        till.same(till);
                        yield "still there";
                    } catch (NoSuchEJBException gone) {
                        yield "gone";
                    }
                }
            }
            case "equal" -> {
                Till one = (Till) new InitialContext().lookup("java:comp/env/one");
                Till other = (Till) new InitialContext().lookup("java:comp/env/one");
                yield one.same(one) + " " + one.same(other);
            }
            default -> "what is " + what + "?";
        };
    }
}
