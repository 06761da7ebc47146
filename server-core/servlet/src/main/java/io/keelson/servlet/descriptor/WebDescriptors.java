package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Location;
import io.keelson.component.descriptor.ModuleName;
import io.keelson.deploy.spi.Archive.Library;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and merges the descriptors of a web application, one step a phase of its deployment: {@link #read},
 * {@link #merge}, {@link #complete}. See {@code docs/design/web-descriptors.md}.
 *
 * <p>Every error is a {@link DeploymentException} that names file, line and column, or the class.
 *
 * <p>Specification: Servlet 6.1, 8.2.3 Assembling the Descriptor from web.xml, web-fragment.xml and Annotations; Servlet 6.1, 8.4
 * Processing Annotations and Fragments.
 */
public final class WebDescriptors {
    private static final String WEB_XML = "WEB-INF/web.xml";
    private static final String WEBLOGIC_XML = "WEB-INF/weblogic.xml";
    private static final String FRAGMENT_XML = "META-INF/web-fragment.xml";

    private WebDescriptors() {}

    /** Phase descriptors: reads {@code web.xml}, the fragments and {@code weblogic.xml}, and keeps them with the deployment. */
    public static void read(Deployment deployment) throws DeploymentException {
        Declarations webXml = webXml(deployment);
        List<Fragment> fragments = new ArrayList<>();
        List<Library> libraries = new ArrayList<>(deployment.archive().libraries());
        libraries.sort(Comparator.comparing(Library::name));
        for (Library library : libraries) {
            fragments.add(fragment(library, deployment.name(), webXml.metadataComplete));
        }
        ModuleName name = webXml.moduleName;
        if (name != null) {
            deployment.attach(ModuleName.class, name);
        }
        deployment.attach(
                WebSources.class, WebSources.of(webXml, fragments, serverSettings(deployment), deployment.name()));
    }

    /**
     * Phase inspect: merges what was read with the annotations (8.2.3). The {@code initializers} are not in it yet: they
     * need the application's class loader.
     */
    public static WebDescriptor merge(Deployment deployment) throws DeploymentException {
        return new WebMerger(deployment, sources(deployment)).merge();
    }

    /**
     * Phase prepare: finds the {@code ServletContainerInitializer}s, the application's own and those that parts of the
     * server contribute, and the classes that they handle (8.2.4).
     *
     * @param merged what {@link #merge} returned
     */
    public static WebDescriptor complete(Deployment deployment, WebDescriptor merged) throws DeploymentException {
        return merged.withInitializers(new Initializers(deployment, sources(deployment)).find());
    }

    /** The descriptor of a module that declares nothing of the web, and has no initializers. */
    public static WebDescriptor none(String module) throws DeploymentException {
        Declarations none = new Declarations(Location.of(module));
        none.distributable = false;
        return new DescriptorBuilder(none, none.copy()).build(null, ServerSettings.NONE);
    }

    private static WebSources sources(Deployment deployment) {
        return deployment
                .attachment(WebSources.class)
                .orElseThrow(() -> new IllegalStateException("the descriptors of " + deployment.name()
                        + " have not been read: WebDescriptors.read comes first"));
    }

    private static Declarations webXml(Deployment deployment) throws DeploymentException {
        DescriptorXml.Document document =
                DescriptorXml.document(deployment.archive().file(WEB_XML), WEB_XML, "web-app", deployment.plan());
        if (document == null) {
            Declarations none = new Declarations(Location.of(WEB_XML));
            none.distributable = false;
            return none;
        }
        return WebXmlReader.webXml(document, deployment.name());
    }

    /** Returns where the metadata of {@code web.xml} is complete only the names of fragments count, for the order of initializers. */
    private static Fragment fragment(Library library, String application, boolean complete) throws DeploymentException {
        String file = "WEB-INF/lib/" + library.name() + "!" + FRAGMENT_XML;
        try (@Nullable InputStream in = library.open(FRAGMENT_XML).orElse(null)) {
            if (in != null) {
                return new Fragment(library, WebXmlReader.fragment(in, file, application));
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        } catch (DeploymentException e) {
            if (!complete) {
                throw e;
            }
            WebDescriptorLog.LOG.debugf("application %s: %s", application, e.getMessage());
        }
        // A plain library does not stand in the way of distribution.
        Declarations silent = new Declarations(Location.of("WEB-INF/lib/" + library.name()));
        silent.distributable = true;
        return new Fragment(library, silent);
    }

    private static ServerSettings serverSettings(Deployment deployment) throws DeploymentException {
        DescriptorXml.Document document = DescriptorXml.document(
                deployment.archive().file(WEBLOGIC_XML), WEBLOGIC_XML, "weblogic-web-app", deployment.plan());
        ServerSettings own =
                document == null ? ServerSettings.NONE : WeblogicReader.read(document.root(), deployment.name());
        return OtherServersReader.read(deployment, own);
    }

    private static DeploymentException unreadable(String file, IOException e) {
        return new DeploymentException(file + ": could not be read: " + e.getMessage(), e);
    }
}
