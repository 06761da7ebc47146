package stock;

import jakarta.inject.Singleton;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.media.multipart.FormDataContentDisposition;
import org.glassfish.jersey.media.multipart.FormDataParam;
import org.glassfish.jersey.media.multipart.MultiPartFeature;
import org.glassfish.jersey.server.ResourceConfig;

@Path("items")
@Singleton
@Produces("application/json")
@Consumes("application/json")
public class Stock {
    /** Found through Jersey's ServletContainerInitializer: the application has no web.xml. */
    @ApplicationPath("api")
    public static class Application extends ResourceConfig {
        public Application() {
            register(Stock.class);
            register(MultiPartFeature.class);
        }
    }

    public static class Item {
        public String name = "";
        public int pieces;
    }

    private final Map<String, Item> items = new ConcurrentHashMap<>();

    @GET
    public Map<String, Item> all() {
        return items;
    }

    @PUT
    @Path("{id}")
    public Response put(@PathParam("id") String id, Item item, @Context UriInfo uri) {
        items.put(id, item);
        return Response.created(uri.getAbsolutePath()).entity(item).build();
    }

    @GET
    @Path("{id}")
    public Item one(@PathParam("id") String id) {
        Item item = items.get(id);
        if (item == null) {
            throw new NotFoundException("no item " + id);
        }
        return item;
    }

    @GET
    @Path("async/never")
    @Produces("text/plain")
    public void never(@Suspended AsyncResponse response) {
        response.setTimeout(200, TimeUnit.MILLISECONDS);
        response.setTimeoutHandler(r -> r.resume(Response.status(503).entity("gave up").build()));
    }

    @GET
    @Path("async/stage")
    @Produces("text/plain")
    public CompletionStage<String> stage() {
        return CompletableFuture.supplyAsync(() -> "staged");
    }

    @GET
    @Path("async/events")
    @Produces("text/event-stream")
    public void events(@Context SseEventSink sink, @Context Sse sse) {
        CompletableFuture.runAsync(() -> {
            try (sink) {
                for (int i = 0; i < 3; i++) {
                    sink.send(sse.newEvent("tick", "" + i)).toCompletableFuture().join();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @GET
    @Path("async/stream")
    @Produces("text/plain")
    public StreamingOutput stream() {
        return out -> out.write("x".repeat(100_000).getBytes());
    }

    @POST
    @Path("upload")
    @Consumes("multipart/form-data")
    @Produces("text/plain")
    public String upload(
            @FormDataParam("file") InputStream file, @FormDataParam("file") FormDataContentDisposition about)
            throws Exception {
        return about.getFileName() + " " + file.readAllBytes().length;
    }

    @GET
    @Path("async/broken")
    public Item broken() {
        throw new IllegalStateException("broken on purpose");
    }
}
