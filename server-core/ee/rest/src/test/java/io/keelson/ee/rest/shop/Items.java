package io.keelson.ee.rest.shop;

import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;

/** A resource that is a bean without a scope of its own. */
@Path("items")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public class Items {
    @Inject
    Store store;

    @Context
    UriInfo uri;

    /** Returns all. */
    @GET
    public List<Item> all() {
        return store.all();
    }

    /** Adds one. */
    @POST
    public Response add(@Valid Item item) {
        store.add(item);
        return Response.created(
                        uri.getAbsolutePathBuilder().path(item.getName()).build())
                .entity(item)
                .build();
    }

    /** Returns one. */
    @GET
    @Path("{name}")
    public Item one(@PathParam("name") @Size(max = 10) String name) {
        return store.find(name);
    }

    /** Fails in a way that nobody maps. */
    @GET
    @Path("secret")
    public String secret(@QueryParam("status") int status) {
        if (status == 0) {
            throw new IllegalStateException("the password is pencil");
        }
        throw new WebApplicationException("said by the application", status);
    }

    /** Returns a number. */
    @GET
    @Path("twice")
    @Produces(MediaType.TEXT_PLAIN)
    @Max(10)
    public int twice(@QueryParam("of") int number) {
        return 2 * number;
    }
}
