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
 * The session beans that {@code ejb-jar.xml} declares with a class: one without an annotation of beans is an endpoint all the same.
 * Immutable.
 *
 * <p>Specification: Enterprise Web Services 2.0, 5.3.2.
 *
 * @param classes the names of beans with the names of their classes
 */
public record DeclaredBeans(Map<String, String> classes) {
    public DeclaredBeans {
        classes = Collections.unmodifiableMap(new LinkedHashMap<>(classes));
    }

    /** Reads those of a module. */
    public static DeclaredBeans read(Deployment deployment) throws DeploymentException {
        Map<String, String> classes = new LinkedHashMap<>();
        String file = deployment.kind().equals(ModuleKind.WEB) ? "WEB-INF/ejb-jar.xml" : "META-INF/ejb-jar.xml";
        DescriptorXml.Document document =
                DescriptorXml.document(deployment.archive().file(file), file, "ejb-jar", deployment.plan());
        Element beans = document == null ? null : document.root().first("enterprise-beans");
        for (Element session : beans == null ? List.<Element>of() : beans.all("session")) {
            String name = session.textOf("ejb-name");
            String type = session.textOf("ejb-class");
            if (name != null && type != null) {
                classes.put(name, type);
            }
        }
        return new DeclaredBeans(classes);
    }

    /** Returns the names of the beans of a class. */
    public List<String> named(String type) {
        return classes.entrySet().stream()
                .filter(each -> each.getValue().equals(type))
                .map(Map.Entry::getKey)
                .toList();
    }
}
