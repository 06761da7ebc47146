package io.keelson.ee.soap.shop;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;

/** Has its description in a file of the web module. */
@WebService(
        name = "Described",
        serviceName = "DescribedService",
        portName = "DescribedPort",
        targetNamespace = "http://described/",
        wsdlLocation = "WEB-INF/wsdl/described.wsdl")
@SOAPBinding(style = SOAPBinding.Style.RPC)
public class Described {
    /** Repeats a text. */
    public String twice(@WebParam(name = "text") String text) {
        return text + text;
    }
}
