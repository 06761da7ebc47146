package io.keelson.parts.meter;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import javax.management.JMException;
import javax.management.ObjectName;

/** Says what the JVM that it runs in uses, after a collection. */
@WebServlet("/")
public class Meter extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        System.gc();
        long metaspace = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Metaspace"))
                .mapToLong(Meter::used)
                .sum();
        response.setContentType("text/plain");
        response.getWriter()
                .printf(
                        "heap=%d%nmetaspace=%d%nclasses=%d%nloaders=%s%n",
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                        metaspace,
                        ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(),
                        loaders());
    }

    private static long used(MemoryPoolMXBean pool) {
        return pool.getUsage().getUsed();
    }

    private static Object loaders() {
        try {
            return ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName("io.keelson.parts:type=Loaders"), "Alive");
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }
}
