package io.keelson.examples.rates;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.OptionalDouble;

/** The bank. */
@Path("/bank/{currency}")
@RequestScoped
@Produces(MediaType.TEXT_PLAIN)
public class BankResource {
    @Inject
    private Quotes quotes;

    /** Returns the rate of a currency, or 404. */
    @GET
    public Response rate(@PathParam("currency") String currency) {
        OptionalDouble rate = quotes.of(currency);
        return rate.isPresent()
                ? Response.ok(rate.getAsDouble()).build()
                : Response.status(Response.Status.NOT_FOUND)
                        .entity("The bank does not deal in " + currency + ".")
                        .build();
    }
}
