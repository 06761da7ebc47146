package io.keelson.examples.rates;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.rest.client.annotation.RegisterProvider;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/** The bank as a client of it sees it. Its address is {@code bank/mp-rest/url}. */
@Path("/bank")
@Produces(MediaType.TEXT_PLAIN)
@RegisterRestClient(configKey = "bank")
@RegisterProvider(UnknownCurrency.Mapper.class)
public interface Bank {
    /** Returns the rate of a currency. */
    @GET
    @Path("/{currency}")
    double rate(@PathParam("currency") String currency) throws UnknownCurrency;
}
