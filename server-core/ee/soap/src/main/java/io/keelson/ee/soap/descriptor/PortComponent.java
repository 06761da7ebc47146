package io.keelson.ee.soap.descriptor;

import io.keelson.component.descriptor.Element;
import jakarta.xml.ws.WebServiceFeature;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A {@code port-component}. Immutable.
 *
 * @param name {@code port-component-name}
 * @param servlet {@code servlet-link}; null: none
 * @param bean {@code ejb-link}; null: none
 * @param endpointInterface {@code service-endpoint-interface}; null: the annotation's
 * @param wsdl {@code wsdl-file} of its description; null: the annotation's
 * @param service {@code wsdl-service}; null: the annotation's
 * @param port {@code wsdl-port}; null: the annotation's
 * @param binding {@code protocol-binding} as the URI of a binding; null: the annotation's
 * @param features those that it switches on or off; of others the annotations say it
 * @param handlers {@code handler-chains}; null: the annotation's
 */
public record PortComponent(
        String name,
        @Nullable String servlet,
        @Nullable String bean,
        @Nullable String endpointInterface,
        @Nullable String wsdl,
        @Nullable QName service,
        @Nullable QName port,
        @Nullable String binding,
        List<WebServiceFeature> features,
        @Nullable Element handlers) {
    public PortComponent {
        features = List.copyOf(features);
    }
}
