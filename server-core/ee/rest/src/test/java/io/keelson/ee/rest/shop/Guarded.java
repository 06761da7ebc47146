package io.keelson.ee.rest.shop;

import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** A resource whose annotations say who may call it. */
@Path("/guarded")
@RolesAllowed("clerk")
public class Guarded {
    /** Answers the role of the class. */
    @GET
    @Path("/class")
    public String ofClass() {
        return "class";
    }

    /** Answers other roles. */
    @GET
    @Path("/method")
    @RolesAllowed({"boss", "owner"})
    public String ofMethod() {
        return "method";
    }

    /** Answers everybody. */
    @GET
    @Path("/all")
    @PermitAll
    public String all() {
        return "all";
    }

    /** Answers nobody. */
    @GET
    @Path("/none")
    @DenyAll
    public String none() {
        return "none";
    }
}
