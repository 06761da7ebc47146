package io.keelson.ee.soap.descriptor;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The descriptor {@code webservices.xml} of a module. Immutable.
 *
 * <p>Specification: Enterprise Web Services 2.0, 7.1 Web Services Deployment Descriptor.
 *
 * @param ports in order
 */
public record WebServices(List<PortComponent> ports) {
    /** The descriptor of a module that has none. */
    public static final WebServices NONE = new WebServices(List.of());

    private static final Map<String, String> BINDINGS = Map.of(
            "##SOAP11_HTTP", "http://schemas.xmlsoap.org/wsdl/soap/http",
            "##SOAP12_HTTP", "http://www.w3.org/2003/05/soap/bindings/HTTP/",
            "##SOAP11_HTTP_MTOM", "http://schemas.xmlsoap.org/wsdl/soap/http?mtom=true",
            "##SOAP12_HTTP_MTOM", "http://www.w3.org/2003/05/soap/bindings/HTTP/?mtom=true",
            "##XML_HTTP", "http://www.w3.org/2004/08/wsdl/http");

    public WebServices {
        ports = List.copyOf(ports);
    }

    /** Reads the descriptor of a module; {@link #NONE} where it has none. */
    public static WebServices read(Deployment deployment) throws DeploymentException {
        String file = deployment.kind().equals(ModuleKind.WEB) ? "WEB-INF/webservices.xml" : "META-INF/webservices.xml";
        DescriptorXml.Document document =
                DescriptorXml.document(deployment.archive().file(file), file, "webservices", deployment.plan());
        if (document == null) {
            return NONE;
        }
        List<PortComponent> ports = new ArrayList<>();
        for (Element description : document.root().all("webservice-description")) {
            for (Element port : description.all("port-component")) {
                ports.add(port(port, description.textOf("wsdl-file")));
            }
        }
        return new WebServices(ports);
    }

    private static PortComponent port(Element port, @Nullable String wsdl) throws DeploymentException {
        Element link = port.first("service-impl-bean");
        String servlet = link == null ? null : link.textOf("servlet-link");
        String bean = link == null ? null : link.textOf("ejb-link");
        if (servlet == null && bean == null) {
            throw port.wrong("expected a <service-impl-bean> with a <servlet-link> or an <ejb-link>");
        }
        String binding = port.textOf("protocol-binding");
        return new PortComponent(
                port.requiredTextOf("port-component-name"),
                servlet,
                bean,
                port.textOf("service-endpoint-interface"),
                wsdl,
                name(port.first("wsdl-service")),
                name(port.first("wsdl-port")),
                binding == null ? null : BINDINGS.getOrDefault(binding, binding),
                PortFeatures.read(port),
                port.first("handler-chains"));
    }

    /** The prefix of a name in the descriptor is not resolved by the reader: the namespace of the annotations counts. */
    private static @Nullable QName name(@Nullable Element element) throws DeploymentException {
        if (element == null) {
            return null;
        }
        String text = element.text();
        if (text.startsWith("{")) {
            return QName.valueOf(text);
        }
        return new QName(text.substring(text.indexOf(':') + 1));
    }
}
