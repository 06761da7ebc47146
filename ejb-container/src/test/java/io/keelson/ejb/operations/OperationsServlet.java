package io.keelson.ejb.operations;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import javax.naming.InitialContext;

/** Calls the beans, the stateful one in a transaction of its own. */
@WebServlet("/operations")
public class OperationsServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource
    private transient UserTransaction transaction;

    @EJB
    private transient Alarm alarm;

    @EJB
    private transient Pooled pooled;

    @EJB
    private transient PooledToo pooledToo;

    @EJB
    private transient Only only;

    @EJB
    private transient OnlyToo onlyToo;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String result;
        try {
            alarm.begin();
            pooled.call();
            pooledToo.call();
            only.call();
            onlyToo.call();
            Held held = (Held) new InitialContext().lookup("java:module/Held");
            transaction.begin();
            held.call();
            transaction.commit();
            held.end();
            alarm.end();
            result = Tried.all();
        } catch (Exception e) { // the test shows what it is
            result = e.toString();
        }
        response.setContentType("text/plain");
        response.getWriter().print(result);
    }
}
