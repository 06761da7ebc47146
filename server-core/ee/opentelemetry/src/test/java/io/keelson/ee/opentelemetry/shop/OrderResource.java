package io.keelson.ee.opentelemetry.shop;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Logger;

/** Uses all that telemetry gives. */
@Path("/orders")
@RequestScoped
public class OrderResource {
    private static final Logger LOG = Logger.getLogger("shop.orders");

    @Inject
    Orders orders;

    @Inject
    OpenTelemetry telemetry;

    @Inject
    Tracer tracer;

    @Inject
    Meter meter;

    @Inject
    Span span;

    @Inject
    Baggage baggage;

    @GET
    @Path("/{number}")
    public String order(@PathParam("number") int number) {
        System.getProperties()
                .put("keelson.test.loader", new WeakReference<>(getClass().getClassLoader()));
        span.setAttribute("seen", "by the bean");
        orders.note("gift", null);
        LOG.warning("order " + number + " is looked for");
        meter.counterBuilder("shop.orders").build().add(1);
        return orders.find(number) + " " + baggage.getEntryValue("customer") + " " + orders.retried();
    }

    @GET
    @Path("/failing")
    public String failing() {
        try {
            orders.fail();
        } catch (IllegalStateException e) {
            LOG.log(java.util.logging.Level.SEVERE, "not stored", e);
        }
        throw new IllegalArgumentException("nobody maps this");
    }

    @GET
    @Path("/refused")
    public Response refused() {
        return Response.status(409).build();
    }

    @GET
    @Path("/later")
    public void later(@Suspended AsyncResponse answer) {
        CompletableFuture<String> order = new CompletableFuture<>();
        orders.later(order);
        Thread worker = new Thread(Context.current().wrap(() -> {
            tracer.spanBuilder("packing").startSpan().end();
            order.complete("packed");
            answer.resume("later");
        }));
        worker.start();
    }

    @GET
    @Path("/asking")
    public String asking(@jakarta.ws.rs.core.Context UriInfo here) {
        try (var client = ClientBuilder.newClient()) {
            return client.target(here.getBaseUri()).path("plain/pen").request().get(String.class);
        }
    }

    @GET
    @Path("/asking-later")
    public String askingLater(@jakarta.ws.rs.core.Context UriInfo here) throws Exception {
        try (var client = ClientBuilder.newClient()) {
            return client.target(here.getBaseUri())
                    .path("plain/pen")
                    .request()
                    .async()
                    .get(String.class)
                    .get();
        }
    }

    @GET
    @Path("/global")
    public String global() {
        GlobalOpenTelemetry.getTracer("shop")
                .spanBuilder("by the static")
                .startSpan()
                .end();
        try {
            GlobalOpenTelemetry.set(OpenTelemetry.noop());
            return "set";
        } catch (IllegalStateException e) {
            return "refused";
        }
    }

    /** Leaves a scope open, as a careless application does. */
    @GET
    @Path("/careless")
    @SuppressWarnings("MustBeClosedChecker")
    public String careless() {
        tracer.spanBuilder("forgotten").startSpan().makeCurrent();
        return "careless";
    }

    @GET
    @Path("/enabled")
    public String enabled() {
        return String.valueOf(tracer.spanBuilder("asked").startSpan().isRecording()) + telemetry.getPropagators();
    }
}
