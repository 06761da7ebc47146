package io.keelson.ee.opentelemetry.shop;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

/** Knows nothing of telemetry. */
@Path("/plain")
public class PlainResource {
    @GET
    @Path("/{name}")
    public String plain(@PathParam("name") String name) {
        return "plain " + name;
    }
}
