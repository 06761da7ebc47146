package io.keelson.ee.soap;

import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.wsaddressing.W3CEndpointReferenceBuilder;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.jaxws.context.WebServiceContextImpl;
import org.apache.cxf.jaxws.context.WrappedMessageContext;
import org.apache.cxf.message.Message;
import org.w3c.dom.Element;

/**
 * Gives a component what it asks of its call. A reference to the endpoint has the address of the request, where CXF's has the part of it
 * that it knows the endpoint by. Stateless and thread-safe.
 *
 * <p>Specification: XML Web Services 4.0, 5.3 WebServiceContext and 5.4 EndpointReference.
 */
final class RequestContext extends WebServiceContextImpl {
    @Override
    public EndpointReference getEndpointReference(Element... parameters) {
        Message message = ((WrappedMessageContext) getMessageContext()).getWrappedMessage();
        if (!(message.getExchange().getInMessage().get(Message.REQUEST_URL) instanceof String address)) {
            return super.getEndpointReference(parameters);
        }
        Endpoint endpoint = message.getExchange().getEndpoint();
        // With the interface's name, CXF does not read the description to find it.
        W3CEndpointReferenceBuilder builder = new W3CEndpointReferenceBuilder()
                .address(address)
                .interfaceName(endpoint.getEndpointInfo().getInterface().getName())
                .serviceName(endpoint.getService().getName())
                .endpointName(endpoint.getEndpointInfo().getName())
                .wsdlDocumentLocation(address + "?wsdl");
        if (parameters != null) {
            for (Element each : parameters) {
                builder.referenceParameter(each);
            }
        }
        return builder.build();
    }
}
