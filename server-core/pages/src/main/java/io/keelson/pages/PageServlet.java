package io.keelson.pages;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.jasper.servlet.JspServlet;
import org.jspecify.annotations.Nullable;

/** Jasper's servlet with the settings of this server beneath those that the application declares. Thread-safe. */
final class PageServlet implements Servlet {
    private final JspServlet jasper = new JspServlet();
    private final Map<String, String> settings;

    PageServlet(Map<String, String> settings) {
        this.settings = settings;
    }

    @Override
    public void init(ServletConfig config) throws ServletException {
        Map<String, String> all = new LinkedHashMap<>(settings);
        for (String name : Collections.list(config.getInitParameterNames())) {
            all.put(name, config.getInitParameter(name));
        }
        jasper.init(new Config(config, all));
    }

    @Override
    public ServletConfig getServletConfig() {
        return jasper.getServletConfig();
    }

    @Override
    public void service(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        jasper.service(request, response);
    }

    @Override
    public String getServletInfo() {
        return "Pages by Jasper";
    }

    @Override
    public void destroy() {
        jasper.destroy();
    }

    private record Config(ServletConfig declared, Map<String, String> parameters) implements ServletConfig {
        @Override
        public String getServletName() {
            return declared.getServletName();
        }

        @Override
        public ServletContext getServletContext() {
            return declared.getServletContext();
        }

        @Override
        public @Nullable String getInitParameter(String name) {
            return parameters.get(name);
        }

        @Override
        public Enumeration<String> getInitParameterNames() {
            return Collections.enumeration(parameters.keySet());
        }
    }
}
