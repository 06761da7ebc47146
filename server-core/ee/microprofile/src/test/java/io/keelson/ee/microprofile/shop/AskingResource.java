package io.keelson.ee.microprofile.shop;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.rest.client.RestClientBuilder;
import org.eclipse.microprofile.rest.client.inject.RestClient;

/** Asks the other resource by its client. */
@Path("/ask")
@RequestScoped
public class AskingResource {
    @Inject
    @RestClient
    Prices prices;

    @Inject
    @ConfigProperty(name = "prices/mp-rest/url")
    URI address;

    @GET
    @Path("/sync")
    public String sync() throws PriceMissing {
        System.getProperties()
                .put("keelson.test.loader", new WeakReference<>(getClass().getClassLoader()));
        return prices.of("pen") + " " + prices.raise(new Price("ink", 5));
    }

    @GET
    @Path("/later")
    public String later() throws Exception {
        return prices.later("pen")
                .thenApply(price -> price + " "
                        + (Thread.currentThread().getContextClassLoader()
                                == getClass().getClassLoader()))
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    @GET
    @Path("/missing")
    public String missing() {
        try {
            return prices.of("ruler").toString();
        } catch (PriceMissing e) {
            return "missing: " + e.getMessage();
        }
    }

    @GET
    @Path("/headers")
    public String headers() {
        return prices.headers();
    }

    @GET
    @Path("/flaky")
    public String flaky() {
        return prices.flaky();
    }

    @GET
    @Path("/built")
    public String built() throws Exception {
        Prices own = RestClientBuilder.newBuilder().baseUri(address).build(Prices.class);
        try (AutoCloseable closing = (AutoCloseable) own) {
            return own.of("pen") + " " + own.query(List.of("a", "b"));
        }
    }
}
