package io.keelson.parts.shop;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** A resource that is a bean: the part of REST finds the part of CDI. */
@Path("/purchases")
@RequestScoped
public class PurchasesResource {
    @Inject
    private Purchases purchases;

    @POST
    @Path("{customer}")
    public void add(@PathParam("customer") String customer, String item) {
        purchases.add(customer, item);
    }

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String list() {
        return String.join("\n", purchases.list());
    }
}
