package io.keelson.ee.rest.shop;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** A resource of an application without CDI. */
@Path("plain")
public class Plain {
    /** Says whose REST it is. */
    @GET
    public String get() {
        return "plain";
    }
}
