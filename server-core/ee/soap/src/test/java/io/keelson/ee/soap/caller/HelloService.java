package io.keelson.ee.soap.caller;

import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceClient;
import java.net.URL;
import javax.xml.namespace.QName;

/** The service as a client has it. */
@WebServiceClient(name = "HelloService", targetNamespace = "http://hello/")
public class HelloService extends Service {
    public HelloService(URL description, QName name) {
        super(description, name);
    }
}
