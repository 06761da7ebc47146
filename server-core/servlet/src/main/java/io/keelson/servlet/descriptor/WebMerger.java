package io.keelson.servlet.descriptor;

import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.util.List;
import org.jboss.jandex.DotName;
import org.jspecify.annotations.Nullable;

/**
 * Merges descriptors and annotations: annotations of an archive under its descriptor, then the fragments in their
 * order under web.xml. One a deployment.
 *
 * <p>Specification: Servlet 6.1, 8.2.3 Assembling the Descriptor from web.xml, web-fragment.xml and Annotations.
 */
final class WebMerger {
    private static final String CLASSES = "WEB-INF/classes";

    private final Deployment deployment;
    private final WebSources sources;

    WebMerger(Deployment deployment, WebSources sources) {
        this.deployment = deployment;
        this.sources = sources;
    }

    WebDescriptor merge() throws DeploymentException {
        Declarations main = sources.webXml().copy();
        if (!main.metadataComplete) {
            main.under(AnnotationReader.read(deployment.indexOfClasses(), CLASSES));
        }
        Declarations merged = main.copy();
        if (!main.metadataComplete) {
            for (Fragment fragment : sources.fragments()) {
                merged.merge(main, withAnnotations(fragment));
            }
            ServletClasses classes = new ServletClasses(deployment.index());
            for (Component servlet : List.copyOf(merged.servlets.values())) {
                if (annotationsCount(servlet)) {
                    classes.apply(servlet, merged);
                }
            }
        }
        return new DescriptorBuilder(main, merged).build(sources.orderedLibraries(), sources.server());
    }

    private Declarations withAnnotations(Fragment fragment) throws DeploymentException {
        Declarations declarations = fragment.declarations();
        if (declarations.metadataComplete) {
            return declarations;
        }
        Declarations both = declarations.copy();
        both.under(AnnotationReader.read(
                deployment.index(fragment.library()),
                "WEB-INF/lib/" + fragment.library().name()));
        return both;
    }

    /** Returns whether the servlet's class is not from a fragment that says that its descriptor is all (8.1). */
    private boolean annotationsCount(Component servlet) {
        @Nullable String className = servlet.settings.text("servlet-class");
        if (className == null) {
            return false;
        }
        DotName name = DotName.createSimple(className);
        return sources.fragments().stream()
                .filter(fragment -> fragment.declarations().metadataComplete)
                .noneMatch(fragment -> deployment.index(fragment.library()).getClassByName(name) != null);
    }
}
