package io.keelson.ee.soap.descriptor;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The servlets that {@code web.xml} declares with a class, by which a module says at which URLs its endpoints are. Immutable.
 *
 * <p>Specification: Enterprise Web Services 2.0, 5.3.2.2 and 7.1.2.
 *
 * @param classes the names of servlets with the names of their classes
 */
public record DeclaredServlets(Map<String, String> classes) {
    private static final String FILE = "WEB-INF/web.xml";

    public DeclaredServlets {
        classes = Collections.unmodifiableMap(new LinkedHashMap<>(classes));
    }

    /** Reads those of a module; none where it is no web module. */
    public static DeclaredServlets read(Deployment deployment) throws DeploymentException {
        Map<String, String> classes = new LinkedHashMap<>();
        if (deployment.kind().equals(ModuleKind.WEB)) {
            DescriptorXml.Document document =
                    DescriptorXml.document(deployment.archive().file(FILE), FILE, "web-app", deployment.plan());
            for (Element servlet :
                    document == null ? List.<Element>of() : document.root().all("servlet")) {
                String name = servlet.textOf("servlet-name");
                String type = servlet.textOf("servlet-class");
                if (name != null && type != null) {
                    classes.put(name, type);
                }
            }
        }
        return new DeclaredServlets(classes);
    }

    /** Returns the names of the servlets with a class. */
    public List<String> named(String type) {
        return classes.entrySet().stream()
                .filter(each -> each.getValue().equals(type))
                .map(Map.Entry::getKey)
                .toList();
    }
}
