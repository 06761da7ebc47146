package io.keelson.ejb.strategy;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import javax.naming.InitialContext;

/** Uses one row by a bean: {@code /members/BEAN/COMMAND}. */
@WebServlet("/members/*")
public class MembersServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB(beanName = "Cached")
    private transient StockHome cached;

    @EJB(beanName = "ReadOnly")
    private transient StockHome readOnly;

    @EJB(beanName = "Writer")
    private transient StockHome writer;

    @EJB(beanName = "Part")
    private transient StockHome part;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String[] words = request.getPathInfo().substring(1).split("/");
        response.setContentType("text/plain");
        try {
            StockHome home = switch (words[0]) {
                case "cached" -> cached;
                case "read-only" -> readOnly;
                case "writer" -> writer;
                default -> part;
            };
            response.getWriter().print(call(home.findByPrimaryKey("a"), words[1]));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getSimpleName());
        }
    }

    private static Object call(Stock stock, String command) throws Exception {
        switch (command) {
            case "change" -> stock.change(1);
            case "change-and-roll-back" -> {
                UserTransaction transaction =
                        (UserTransaction) new InitialContext().lookup("java:comp/UserTransaction");
                transaction.begin();
                stock.change(1);
                transaction.rollback();
            }
            default -> {
                return stock.count();
            }
        }
        return "";
    }
}
