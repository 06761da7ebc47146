package io.keelson.ee.microprofile.shop;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Prices over HTTP. */
@Path("/prices")
public class PriceResource {
    private static final AtomicInteger CALLS = new AtomicInteger();

    @GET
    @Path("/{name}")
    public Response of(@PathParam("name") String name) {
        return name.equals("pen")
                ? Response.ok(new Price("pen", 120)).type("application/json").build()
                : Response.status(404).entity("no " + name).type("text/plain").build();
    }

    @POST
    public Price raise(Price price) {
        return new Price(price.name(), price.cents() + 1);
    }

    @GET
    @Path("/seen/headers")
    public String headers(@Context HttpHeaders headers) {
        return headers.getHeaderString("X-Trace") + "|" + headers.getHeaderString("X-Made") + "|"
                + headers.getHeaderString("X-Secret") + "|" + headers.getHeaderString("X-Filter");
    }

    @GET
    @Path("/seen/query")
    public String query(@QueryParam("q") List<String> all) {
        return all.toString();
    }

    @GET
    @Path("/seen/flaky")
    public Response flaky() {
        int call = CALLS.incrementAndGet();
        return call < 3
                ? Response.status(503).build()
                : Response.ok("after " + call).build();
    }
}
