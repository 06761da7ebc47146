package io.keelson.ee.soap.declared;

import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceClient;
import java.net.URL;
import javax.xml.namespace.QName;

/** The service as a client has it. */
@WebServiceClient(name = "PortedService", targetNamespace = "http://declared/")
public class PortedService extends Service {
    public PortedService(URL description, QName name) {
        super(description, name);
    }
}
