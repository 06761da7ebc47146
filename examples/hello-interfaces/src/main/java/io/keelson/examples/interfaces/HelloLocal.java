package io.keelson.examples.interfaces;

import jakarta.ejb.Local;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;

/** For SOAP ({@code /hello/Hello?wsdl}) and REST ({@code /hello-web/rest/hello/world}). */
@Local
@Path("hello")
@WebService(name = "Hello", targetNamespace = "http://interfaces.examples.keelson.io/")
public interface HelloLocal {
    @WebMethod
    @GET
    @Path("{name}")
    @Produces("text/plain")
    String hello(@WebParam(name = "name") @PathParam("name") String name);
}
