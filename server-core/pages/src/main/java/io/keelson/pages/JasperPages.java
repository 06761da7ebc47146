package io.keelson.pages;

import io.keelson.servlet.spi.PagesProvider.Pages;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.jasper.compiler.TldCache;
import org.apache.tomcat.InstanceManager;
import org.apache.tomcat.JarScanner;

/**
 * The pages of one application.
 *
 * <p>Specification: Pages 4.0, 11 JSP Container.
 */
final class JasperPages implements Pages {
    private final ServletContext context;
    private final List<String> listeners;
    private final Map<String, String> settings;

    /**
     * For an application whose context has what pages need.
     *
     * @param scratch a directory for compiled pages
     */
    JasperPages(ServletContext context, List<String> listeners, Path scratch) {
        this.context = context;
        this.listeners = List.copyOf(listeners);
        // Pages that change are compiled again: "development" of Jasper. A changed file is noticed within four seconds.
        this.settings = Map.of(
                "development", "true",
                "modificationTestInterval", "4",
                "compilerClassName", PageCompiler.class.getName(),
                "scratchdir", scratch.toString(),
                "compilerSourceVM", "17",
                "compilerTargetVM", "17");
    }

    @Override
    public Class<? extends Servlet> servlet() {
        return PageServlet.class;
    }

    @Override
    public Map<String, String> initParameters() {
        return settings;
    }

    @Override
    public List<String> listeners() {
        return listeners;
    }

    @Override
    public void close() {
        context.removeAttribute(InstanceManager.class.getName());
        context.removeAttribute(JarScanner.class.getName());
        context.removeAttribute(TldCache.SERVLET_CONTEXT_ATTRIBUTE_NAME);
    }
}
