package io.keelson.ejb.account;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.StringJoiner;
import javax.naming.InitialContext;

/** Uses accounts; one request, one transaction. */
@WebServlet("/account/*")
public class AccountServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB
    private transient AccountHome accounts;

    @EJB
    private transient EntryHome entries;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            UserTransaction transaction = (UserTransaction) new InitialContext().lookup("java:comp/UserTransaction");
            transaction.begin();
            Object result;
            try {
                result = call(request.getPathInfo().substring(1));
            } catch (Exception e) {
                transaction.rollback();
                throw e;
            }
            transaction.commit();
            response.getWriter().print(result);
        } catch (Exception e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            response.getWriter().print(e.getClass().getSimpleName() + ": " + cause.getMessage());
        }
    }

    private Object call(String call) throws Exception {
        return switch (call) {
            case "create" -> {
                accounts.create("a", "Ada", 10);
                accounts.create("b", "Bob", 200);
                accounts.create("c", null, 3000);
                yield accounts.create("d", " Dan ", 40).text();
            }
            case "again" -> accounts.create("a", "Ann", 1);
            case "text" -> accounts.findByPrimaryKey("a").text();
            case "marks" -> accounts.findByPrimaryKey("a").marks();
            case "missing" -> accounts.findByPrimaryKey("nobody");
            case "change" -> {
                Account account = accounts.findByPrimaryKey("a");
                account.pay(5);
                account.postpone(1000);
                account.stamp(7);
                yield account.text();
            }
            case "rename" -> {
                accounts.findByPrimaryKey("a").rename("z");
                yield "";
            }
            case "rich" -> {
                accounts.findByPrimaryKey("d").pay(1000); // is written before the finder looks
                yield keys(Collections.list(accounts.findRich(150)));
            }
            case "all" -> keys(accounts.findAll());
            case "of" -> accounts.findOf("Bob").getPrimaryKey();
            case "of nobody" -> accounts.findOf("nobody");
            case "like" -> keys(accounts.findLike("%a%", 100));
            case "entries" -> {
                entries.create(new EntryKey("a", 2), "second");
                entries.create(new EntryKey("a", 1), "first");
                entries.create(new EntryKey("b", 1), "other");
                entries.findByPrimaryKey(new EntryKey("a", 2)).setText("last");
                StringJoiner texts = new StringJoiner(",");
                for (Object each : entries.findOf("a")) {
                    texts.add(((Entry) each).getText());
                }
                yield texts;
            }
            case "remove" -> {
                accounts.remove("c");
                accounts.findByPrimaryKey("d").remove();
                yield keys(accounts.findAll());
            }
            default -> throw new IllegalArgumentException(call);
        };
    }

    private static String keys(Collection<?> found) throws Exception {
        StringJoiner keys = new StringJoiner(",");
        for (Object each : found) {
            keys.add(((Account) each).getPrimaryKey().toString());
        }
        return keys.toString();
    }
}
