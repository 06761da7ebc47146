package io.keelson.ee.soap.reference;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The places where the descriptions of services are, as a server's descriptor of the module maps references: {@code wsdl-url} of
 * {@code service-reference-description} in {@code weblogic.xml} and {@code weblogic-ejb-jar.xml}, {@code wsdl-override} of
 * {@code service-ref} in {@code glassfish-web.xml}, {@code glassfish-ejb-jar.xml} and their other names. Immutable.
 *
 * @param byReference the place by the name of the reference
 */
record DescriptionPlaces(Map<String, String> byReference) {
    private static final List<String> FOLDERS = List.of("WEB-INF/", "META-INF/");

    /** A descriptor of a server. */
    private record Kind(String root, String reference, String place, String file) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("weblogic-web-app", "service-reference-description", "wsdl-url", "weblogic.xml"),
            new Kind("weblogic-ejb-jar", "service-reference-description", "wsdl-url", "weblogic-ejb-jar.xml"),
            new Kind("payara-web-app", "service-ref", "wsdl-override", "payara-web.xml"),
            new Kind("glassfish-web-app", "service-ref", "wsdl-override", "glassfish-web.xml"),
            new Kind("sun-web-app", "service-ref", "wsdl-override", "sun-web.xml"),
            new Kind("glassfish-ejb-jar", "service-ref", "wsdl-override", "glassfish-ejb-jar.xml"),
            new Kind("sun-ejb-jar", "service-ref", "wsdl-override", "sun-ejb-jar.xml"));

    DescriptionPlaces {
        byReference = Map.copyOf(byReference);
    }

    /** Reads those of a module; the descriptor that is first in the list goes first. */
    static DescriptionPlaces read(Deployment deployment) throws DeploymentException {
        Map<String, String> places = new LinkedHashMap<>();
        for (Kind kind : KINDS) {
            for (String folder : FOLDERS) {
                String file = folder + kind.file();
                DescriptorXml.Document document =
                        DescriptorXml.document(deployment.archive().file(file), file, kind.root(), deployment.plan());
                if (document != null) {
                    collect(document.root(), kind, places);
                }
            }
        }
        return new DescriptionPlaces(places);
    }

    /** References of a bean are below its element. */
    private static void collect(Element parent, Kind kind, Map<String, String> places) {
        for (Element child : parent.children()) {
            String name = child.name().equals(kind.reference()) ? child.textOf("service-ref-name") : null;
            String place = name == null ? null : child.textOf(kind.place());
            if (place != null) {
                places.putIfAbsent(name, place);
            } else {
                collect(child, kind, places);
            }
        }
    }
}
