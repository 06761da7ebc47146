package io.keelson.ee.rest.beans;

import jakarta.ejb.Local;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

/** A local view that carries the annotations. */
@Local
@Path("hello")
public interface Hello {
    @GET
    @Path("{name}")
    String hello(@PathParam("name") String name);
}
