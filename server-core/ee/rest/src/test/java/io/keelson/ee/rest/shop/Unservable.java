package io.keelson.ee.rest.shop;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

/** A resource with a path that is no pattern. */
@Path("unservable/{id: [}")
public class Unservable {
    /** Answers with what it is asked for. */
    @GET
    public String get(@PathParam("id") String id) {
        return id;
    }
}
