package io.keelson.ee.rest.beans;

import jakarta.annotation.Resource;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;

/** A bean without an interface. */
@Stateless
@Path("ledger")
public class Ledger {
    @Context
    private UriInfo uri;

    @Resource
    private SessionContext context;

    @GET
    public String where() {
        context.getRollbackOnly(); // fails outside of a transaction
        return uri.getPath();
    }

    @GET
    @Path("unmapped")
    public String wrapped() {
        throw new IllegalArgumentException("of the bean");
    }

    @GET
    @Path("absent")
    public String absent() {
        throw new NotFoundException("no such entry");
    }

    @GET
    @Path("guarded")
    @RolesAllowed("clerk")
    public String guarded() {
        return "for clerks";
    }
}
