package io.keelson.ee.soap.shop;

import jakarta.jws.WebService;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.soap.SOAPBinding;

/** SOAP 1.2, without an interface; web.xml maps it. */
@BindingType(SOAPBinding.SOAP12HTTP_BINDING)
@WebService
public class Twelve {
    public String twice(String text) {
        return text + text;
    }
}
