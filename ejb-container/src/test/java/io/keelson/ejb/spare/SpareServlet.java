package io.keelson.ejb.spare;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** Answers how many bytes a call of each method allocates. */
@WebServlet("/spare")
public class SpareServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final int CALLS = 50_000;

    @EJB
    private transient SpareBean bean;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            long unused = nothing() + next(); // what the first calls make is theirs
            response.setContentType("text/plain");
            response.getWriter().print(nothing() + " " + next());
        } catch (JMException e) {
            throw new IOException("the bytes of a thread cannot be read", e);
        }
    }

    private long nothing() throws JMException {
        long before = allocated();
        for (int i = 0; i < CALLS; i++) {
            bean.nothing();
        }
        return (allocated() - before) / CALLS;
    }

    private long next() throws JMException {
        long before = allocated();
        long number = 1_000_000; // none of which the JDK keeps a box
        for (int i = 0; i < CALLS; i++) {
            number = bean.next(number);
        }
        long bytes = (allocated() - before) / CALLS;
        if (number != 1_000_000 + CALLS) {
            throw new IllegalStateException("counted to " + number);
        }
        return bytes;
    }

    /** The bytes of this thread so far; by the MBean server, as the interface is of a module that servers may hide. */
    private static long allocated() throws JMException {
        return (Long) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                        "getThreadAllocatedBytes",
                        new Object[] {Thread.currentThread().getId()},
                        new String[] {"long"});
    }
}
