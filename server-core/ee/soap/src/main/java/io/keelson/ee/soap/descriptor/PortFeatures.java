package io.keelson.ee.soap.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import jakarta.xml.ws.RespectBindingFeature;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The features that a {@code port-component} or a {@code port-component-ref} switches on or off. Stateless.
 *
 * <p>Specification: Enterprise Web Services 2.0, 4.2.2.4 and 5.3.2.3: what the descriptor says goes before the annotation of the feature.
 */
public final class PortFeatures {
    private PortFeatures() {}

    /**
     * Reads the features of an element.
     *
     * @throws DeploymentException where a value is none that the element can have
     */
    public static List<WebServiceFeature> read(Element port) throws DeploymentException {
        List<WebServiceFeature> features = new ArrayList<>();
        Element mtom = port.first("enable-mtom");
        Element threshold = port.first("mtom-threshold");
        if (mtom != null || threshold != null) {
            boolean enabled = mtom == null || mtom.bool();
            features.add(new MTOMFeature(enabled, threshold == null ? 0 : threshold.integer()));
        }
        Element addressing = port.first("addressing");
        if (addressing != null) {
            features.add(new AddressingFeature(
                    flag(addressing, "enabled", true), flag(addressing, "required", false), responses(addressing)));
        }
        Element respect = port.first("respect-binding");
        if (respect != null) {
            features.add(new RespectBindingFeature(flag(respect, "enabled", true)));
        }
        return List.copyOf(features);
    }

    private static boolean flag(Element parent, String name, boolean otherwise) throws DeploymentException {
        Element element = parent.first(name);
        return element == null ? otherwise : element.bool();
    }

    private static AddressingFeature.Responses responses(Element addressing) throws DeploymentException {
        Element element = addressing.first("responses");
        return element == null ? AddressingFeature.Responses.ALL : element.constant(AddressingFeature.Responses.class);
    }

    /** Returns features of annotations with what a descriptor says in the place of those of the same kind. */
    public static List<WebServiceFeature> over(
            @Nullable List<WebServiceFeature> annotated, List<WebServiceFeature> declared) {
        Map<String, WebServiceFeature> byKind = new LinkedHashMap<>();
        if (annotated != null) {
            annotated.forEach(each -> byKind.put(kind(each), each));
        }
        declared.forEach(each -> byKind.put(kind(each), each));
        return List.copyOf(byKind.values());
    }

    private static String kind(WebServiceFeature feature) {
        return feature.getID().toLowerCase(Locale.ROOT);
    }
}
