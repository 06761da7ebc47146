package io.keelson.ee.soap;

import io.keelson.ee.soap.descriptor.AnnotatedFeatures;
import io.keelson.ee.soap.descriptor.PortFeatures;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.EndpointException;
import org.apache.cxf.jaxws.support.JaxWsEndpointImpl;
import org.apache.cxf.jaxws.support.JaxWsServiceFactoryBean;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.factory.FactoryBeanListener;
import org.apache.cxf.service.model.EndpointInfo;

/**
 * Makes the service of an endpoint from its class and what {@code webservices.xml} says of it. Confined to the deploying thread.
 *
 * <p>Specification: Enterprise Web Services 2.0, 5.3.2 and 7.1.2.
 */
final class ServiceModel extends JaxWsServiceFactoryBean {
    private final Implementor implementor;
    private final List<WebServiceFeature> declared;

    ServiceModel(Implementor implementor, List<WebServiceFeature> declared, Bus bus) {
        super(implementor);
        this.implementor = implementor;
        this.declared = List.copyOf(declared);
        setBus(bus);
    }

    /** The class is known from the beginning: CXF would look for its interface in the annotation alone. */
    @Override
    public void setServiceClass(Class<?> type) {}

    /** CXF switches MTOM on for an annotation that says it is off. */
    @Override
    public Service create() {
        Service made = super.create();
        DataBinding binding = made.getDataBinding();
        if (binding != null) {
            for (WebServiceFeature each : features()) {
                if (each instanceof MTOMFeature mtom) {
                    binding.setMtomEnabled(mtom.isEnabled());
                    binding.setMtomThreshold(mtom.getThreshold());
                }
            }
        }
        return made;
    }

    @Override
    public Endpoint createEndpoint(EndpointInfo info) throws EndpointException {
        Endpoint made = new JaxWsEndpointImpl(
                getBus(), getService(), info, implementor, features(), getFeatures(), isFromWsdl());
        sendEvent(FactoryBeanListener.Event.ENDPOINT_CREATED, info, made);
        return made;
    }

    private List<WebServiceFeature> features() {
        List<WebServiceFeature> annotated =
                AnnotatedFeatures.of(implementor.getImplementorClass(), implementor.getSEIClass());
        boolean mtom = implementor.getBindingType().endsWith("mtom=true");
        return PortFeatures.over(
                PortFeatures.over(mtom ? List.of(new MTOMFeature(true)) : List.of(), annotated), declared);
    }
}
