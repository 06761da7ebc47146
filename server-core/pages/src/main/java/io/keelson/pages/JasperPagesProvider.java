package io.keelson.pages;

import io.keelson.component.spi.ComponentFactory;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.spi.PagesProvider;
import jakarta.el.ELResolver;
import jakarta.servlet.ServletContext;
import jakarta.servlet.jsp.JspFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.jasper.compiler.TldCache;
import org.apache.jasper.servlet.JasperInitializer;
import org.apache.jasper.servlet.TldScanner;
import org.apache.tomcat.InstanceManager;
import org.apache.tomcat.JarScanner;
import org.apache.tomcat.util.descriptor.tld.TaglibXml;
import org.apache.tomcat.util.descriptor.tld.TldResourcePath;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;

/**
 * Pages by Jasper. Thread-safe. See {@code docs/design/pages.md}.
 *
 * <p>Specification: Pages 4.0, 11 JSP Container.
 */
public final class JasperPagesProvider implements PagesProvider {
    /** Held, so that its level stays: it would warn of schemas that are for validation only, which is off. */
    private final Logger schemas = Logger.getLogger("org.apache.tomcat.util.descriptor.DigesterFactory");

    private @Nullable StandardTags standard;

    /**
     * For {@link java.util.ServiceLoader}. Jasper reads tag files through jar URLs; the deployment room has seen to it that the
     * JDK does not cache their jars.
     */
    public JasperPagesProvider() {
        schemas.setLevel(Level.SEVERE);
        // Loading the initializer puts Jasper's factory where compiled pages look for it: one for all applications.
        try {
            Class.forName(JasperInitializer.class.getName(), true, JasperPagesProvider.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the part 'pages' is not whole: " + e.getMessage(), e);
        }
        ServerExpressions.keep();
    }

    @Override
    public Pages open(Deployment deployment, ServletContext context, ComponentFactory components)
            throws DeploymentException {
        try {
            context.setAttribute(
                    InstanceManager.class.getName(), new ComponentInstances(components, deployment.classLoader()));
            context.setAttribute(
                    JarScanner.class.getName(),
                    new LibraryScanner(
                            deployment.archive().libraries(),
                            deployment.archive().sharedLibraries()));
            TldScanner scanner = new TldScanner(context, true, false, true);
            scanner.scan();
            context.setAttribute(TldCache.SERVLET_CONTEXT_ATTRIBUTE_NAME, cache(context, scanner));
            deployment
                    .attachment(ELResolver.class)
                    .ifPresent(resolver -> JspFactory.getDefaultFactory()
                            .getJspApplicationContext(context)
                            .addELResolver(resolver));
            Path scratch = deployment.temporaryDirectory().resolve("pages");
            Files.createDirectories(scratch);
            return new JasperPages(context, scanner.getListeners(), scratch);
        } catch (IOException | UncheckedIOException | SAXException e) {
            throw new DeploymentException(
                    "the tag libraries of " + deployment.name() + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The application's libraries before the standard ones. */
    private TldCache cache(ServletContext context, TldScanner scanner) throws IOException, SAXException {
        StandardTags tags = standard();
        Map<String, TldResourcePath> paths = new HashMap<>(tags.paths());
        paths.putAll(scanner.getUriTldResourcePathMap());
        Map<TldResourcePath, TaglibXml> libraries = new HashMap<>(tags.libraries());
        libraries.putAll(scanner.getTldResourcePathTaglibXmlMap());
        return new TldCache(context, paths, libraries);
    }

    private synchronized StandardTags standard() throws IOException, SAXException {
        StandardTags read = standard;
        if (read == null) {
            read = StandardTags.read();
            standard = read;
        }
        return read;
    }
}
