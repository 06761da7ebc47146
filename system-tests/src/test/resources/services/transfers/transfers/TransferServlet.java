package transfers;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.naming.InitialContext;
import javax.transaction.xa.XAException;

/** Transactions that run until they are released, wait for a resource that is away, or end heuristically. */
@WebServlet("/*")
public class TransferServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        try {
            String how = request.getPathInfo();
            if (how.equals("/release")) {
                latch().countDown();
                return;
            }
            UserTransaction user = (UserTransaction) new InitialContext().lookup("java:comp/UserTransaction");
            user.begin();
            try {
                switch (how) {
                    case "/hold" -> {
                        boolean unused = latch().await(60, TimeUnit.SECONDS);
                        held.clear();
                    }
                    case "/away" -> enlist(0, XAException.XAER_RMFAIL);
                    case "/mixed" -> enlist(0, XAException.XA_HEURMIX);
                    default -> enlist(0, 0);
                }
            } finally {
                user.commit();
            }
            response.getWriter().print("committed");
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private CountDownLatch latch() {
        return held.computeIfAbsent("one", name -> new CountDownLatch(1));
    }

    private static void enlist(int... codes) throws Exception {
        TransactionManager manager =
                (TransactionManager) new InitialContext().lookup("jakarta.transaction.TransactionManager");
        for (int code : codes) {
            manager.getTransaction().enlistResource(new Ledger(code));
        }
    }
}
