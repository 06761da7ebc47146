package meters;

import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

@WebListener
public class Meters implements ServletContextListener {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();

    @Override
    public void contextInitialized(ServletContextEvent event) {
        new ClassLoaderMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        collections.bindTo(registry);
        Metrics.addRegistry(registry);
        event.getServletContext().setAttribute("registry", registry);
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        Metrics.removeRegistry(registry);
        collections.close();
        registry.close();
    }

    @WebFilter("/*")
    public static class Timing implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            PrometheusMeterRegistry registry =
                    (PrometheusMeterRegistry) request.getServletContext().getAttribute("registry");
            Timer.Sample sample = Timer.start(registry);
            chain.doFilter(request, response);
            HttpServletRequest http = (HttpServletRequest) request;
            sample.stop(registry.timer(
                    "http.requests",
                    "uri",
                    http.getServletPath(),
                    "status",
                    "" + ((HttpServletResponse) response).getStatus()));
        }
    }

    @WebServlet("/metrics")
    public static class Scrape extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/plain; version=0.0.4; charset=utf-8");
            ((PrometheusMeterRegistry) getServletContext().getAttribute("registry")).scrape(response.getOutputStream());
        }
    }
}
