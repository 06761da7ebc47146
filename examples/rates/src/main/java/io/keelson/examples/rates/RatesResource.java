package io.keelson.examples.rates;

import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** Rates, for everybody. Clerks change them. */
@Path("/rates/{currency}")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class RatesResource {
    @Inject
    private Rates rates;

    @Inject
    private Quotes quotes;

    @Inject
    private JsonWebToken caller;

    /** Returns the rate of a currency, or the bank's answer where it does not deal in it. */
    @GET
    public Response rate(@PathParam("currency") String currency) {
        try {
            return Response.ok(rates.of(currency)).build();
        } catch (UnknownCurrency e) {
            return Response.status(Response.Status.NOT_FOUND)
                    .entity(e.getMessage())
                    .type(MediaType.TEXT_PLAIN)
                    .build();
        }
    }

    /** Changes what the bank says. */
    @PUT
    @RolesAllowed("clerk")
    @Consumes(MediaType.TEXT_PLAIN)
    public Rate change(@PathParam("currency") String currency, double rate) {
        quotes.put(currency, rate);
        return new Rate(currency, rate, caller.getName());
    }
}
