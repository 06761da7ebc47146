package io.keelson.perf;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Calls {@link EjbLocalBean} in a loop: {@code ?warm=SECONDS&batches=N&calls=N}. Answers the median of the batches in nanoseconds a call,
 * the bytes that the thread has allocated for a call, and the last number, so that no call can be left out.
 */
public final class EjbLocalServlet extends HttpServlet {
    @Serial
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            EjbLocalBean bean = (EjbLocalBean) new InitialContext().lookup("java:module/Local");
            double warm = Double.parseDouble(request.getParameter("warm"));
            int batches = Integer.parseInt(request.getParameter("batches"));
            int calls = Integer.parseInt(request.getParameter("calls"));
            response.setContentType("text/plain");
            response.getWriter().print(measured(bean, warm, batches, calls));
        } catch (NamingException | JMException e) {
            throw new IOException("the local bean cannot be measured", e);
        }
    }

    private static String measured(EjbLocalBean bean, double warm, int batches, int calls) throws JMException {
        long number = 0;
        long end = System.nanoTime() + (long) (warm * 1e9);
        while (System.nanoTime() < end) {
            number = batch(bean, number, calls);
        }
        double[] nanos = new double[batches];
        long before = allocated();
        long overhead = allocated() - before;
        before = allocated();
        for (int i = 0; i < batches; i++) {
            long begun = System.nanoTime();
            number = batch(bean, number, calls);
            nanos[i] = (System.nanoTime() - begun) / (double) calls;
        }
        double bytes = Math.max(0, allocated() - before - overhead) / ((double) batches * calls);
        Arrays.sort(nanos);
        return String.format(Locale.ROOT, "%.2f %.2f %d", nanos[batches / 2], bytes, number);
    }

    private static long batch(EjbLocalBean bean, long from, int calls) {
        long number = from;
        for (int i = 0; i < calls; i++) {
            number = bean.next(number);
        }
        return number;
    }

    /** The bytes of this thread so far; by the MBean server, as the interface is of a module that servers may hide. */
    private static long allocated() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        return (Long) server.invoke(
                new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                "getThreadAllocatedBytes",
                new Object[] {Thread.currentThread().getId()},
                new String[] {"long"});
    }
}
