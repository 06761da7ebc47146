package io.keelson.ee.microprofile.shop;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.rest.client.annotation.ClientHeaderParam;
import org.eclipse.microprofile.rest.client.annotation.RegisterClientHeaders;
import org.eclipse.microprofile.rest.client.annotation.RegisterProvider;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/** The client of {@link PriceResource}. */
@Path("/prices")
@RegisterRestClient(configKey = "prices")
@RegisterProvider(PriceMissing.Mapper.class)
@RegisterClientHeaders
public interface Prices {
    @GET
    @Path("/{name}")
    Price of(@PathParam("name") String name) throws PriceMissing;

    @GET
    @Path("/{name}")
    CompletionStage<Price> later(@PathParam("name") String name);

    @POST
    Price raise(Price price);

    @GET
    @Path("/seen/headers")
    @ClientHeaderParam(name = "X-Made", value = "{made}")
    String headers();

    default String made() {
        return "made here";
    }

    @GET
    @Path("/seen/query")
    String query(@QueryParam("q") List<String> all);

    @GET
    @Path("/seen/flaky")
    @Retry(maxRetries = 3, delay = 0)
    String flaky();
}
