package io.keelson.ee.connectors.shop;

import io.keelson.ee.connectors.ledger.Ledger;
import io.keelson.ee.connectors.ledger.Shelf;
import jakarta.annotation.Resource;
import jakarta.resource.AdministeredObjectDefinition;
import jakarta.resource.ConnectionFactoryDefinition;
import jakarta.resource.spi.TransactionSupport;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.RollbackException;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Does with the ledger what it is asked. */
@WebServlet("/till")
@ConnectionFactoryDefinition(
        name = "java:app/eis/own",
        interfaceName = "io.keelson.ee.connectors.ledger.Ledger",
        resourceAdapter = "#ledger",
        transactionSupport = TransactionSupport.TransactionSupportLevel.LocalTransaction,
        maxPoolSize = 2,
        properties = "style=bold")
@AdministeredObjectDefinition(
        name = "java:module/shelf",
        className = "io.keelson.ee.connectors.ledger.Shelf",
        resourceAdapter = "#ledger",
        properties = "boards=9")
public class Till extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource(lookup = "eis/ledger")
    private transient Ledger ledger;

    @Resource(lookup = "java:app/eis/own")
    private transient Ledger own;

    @Resource(lookup = "java:module/shelf")
    private transient Shelf shelf;

    @Resource
    private transient UserTransaction transaction;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        try {
            response.getWriter().print(answer(request.getParameter("what"), request.getParameter("text")));
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }

    private String answer(String what, String text) throws Exception {
        switch (what) {
            case "shelf":
                return shelf.getBoards() + "";
            case "send":
                try (Ledger.Page page = ledger.open()) {
                    page.send(text);
                }
                return "sent";
            case "history":
                try (Ledger.Page page = ledger.open()) {
                    return String.join("\n", page.history());
                }
            case "clear":
                try (Ledger.Page page = ledger.open()) {
                    page.history().clear();
                }
                return "";
            case "fail":
                try (Ledger.Page page = ledger.open()) {
                    page.fail();
                }
                return "";
            case "failWithin":
                transaction.begin();
                try (Ledger.Page page = (text.equals("local") ? own : ledger).open()) {
                    page.write(text);
                    page.fail();
                }
                try {
                    transaction.commit();
                    return "committed";
                } catch (RollbackException e) {
                    return "rolled back";
                }
            case "commit", "rollback":
                transaction.begin();
                int first;
                try (Ledger.Page page = ledger.open()) {
                    page.write(text);
                    first = page.number();
                }
                try (Ledger.Page page = ledger.open()) {
                    first -= page.number();
                }
                if (what.equals("commit")) {
                    transaction.commit();
                } else {
                    transaction.rollback();
                }
                return first == 0 ? "shared" : "two";
            case "late":
                try (Ledger.Page page = ledger.open()) {
                    transaction.begin();
                    page.write(text);
                    transaction.commit();
                }
                return "";
            case "local":
                transaction.begin();
                try (Ledger.Page page = own.open()) {
                    page.write(text);
                }
                transaction.commit();
                return "";
            default:
                List<Ledger.Page> pages = new ArrayList<>();
                try {
                    for (int i = 0; i < 3; i++) {
                        pages.add(own.open());
                    }
                    return "three";
                } catch (jakarta.resource.ResourceException e) {
                    return e.getClass().getSimpleName() + " " + pages.size();
                } finally {
                    pages.forEach(Ledger.Page::close);
                }
        }
    }
}
