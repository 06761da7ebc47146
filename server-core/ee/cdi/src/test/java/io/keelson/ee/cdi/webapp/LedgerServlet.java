package io.keelson.ee.cdi.webapp;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Calls the ledger and answers what came of it. */
@WebServlet("/ledger/*")
public class LedgerServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Inject
    private transient Ledger ledger;

    @Inject
    private transient Ledger.Strict strict;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ledger.said().clear();
        String result;
        try {
            result = call(String.valueOf(request.getPathInfo()));
        } catch (Exception e) {
            Throwable cause = e.getCause();
            result = e.getClass().getSimpleName()
                    + (cause == null ? "" : " " + cause.getClass().getSimpleName());
        }
        response.getWriter().print(result + " " + ledger.said());
    }

    private String call(String path) throws Exception {
        switch (path) {
            case "/work" -> {
                return ledger.work();
            }
            case "/fail" -> ledger.fail();
            case "/checked" -> ledger.failChecked();
            case "/listed" -> ledger.failListed();
            case "/spared" -> ledger.failSpared();
            case "/mandatory" -> strict.join();
            case "/never" -> strict.never();
            case "/within" -> {
                return ledger.userTransactionWithin();
            }
            case "/user" -> {
                return ledger.outside();
            }
            default -> throw new IllegalArgumentException(path);
        }
        return "done";
    }
}
