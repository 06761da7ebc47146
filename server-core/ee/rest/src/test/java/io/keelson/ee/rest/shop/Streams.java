package io.keelson.ee.rest.shop;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers that come later, in parts, and from elsewhere. */
@Path("streams")
public class Streams {
    /** Three events. */
    @GET
    @Path("events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void events(@Context SseEventSink sink, @Context Sse sse) throws IOException {
        for (int i = 0; i < 3; i++) {
            sink.send(sse.newEvent("number", String.valueOf(i)));
        }
        sink.close();
    }

    /** By a suspended answer. */
    @GET
    @Path("suspended")
    public void suspended(@Suspended AsyncResponse response) {
        CompletableFuture.runAsync(() -> response.resume("resumed"));
    }

    /** By a stage. */
    @GET
    @Path("stage")
    public CompletionStage<String> stage() {
        return CompletableFuture.supplyAsync(() -> "staged");
    }

    /** Its own values. */
    @POST
    @Path("values")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    public JsonObject values(JsonObject value) {
        return Json.createObjectBuilder(value).add("seen", true).build();
    }

    /** A value of JSON Processing; nothing says its type. */
    @GET
    @Path("unsaid/value")
    public JsonObject unsaidValue() {
        return Json.createObjectBuilder().add("a", 1).build();
    }

    /** Objects; nothing says their type. */
    @GET
    @Path("unsaid/objects")
    public List<Item> unsaidObjects() {
        Item item = new Item();
        item.setName("pen");
        item.setPrice(3);
        return List.of(item);
    }

    /** Parts of a form. */
    @POST
    @Path("parts")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    public String parts(@FormParam("text") String text, @FormParam("file") EntityPart file) throws IOException {
        return text + " " + file.getFileName().orElse("") + " "
                + new String(file.getContent().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Answers with parts, one of which needs a writer. */
    @GET
    @Path("parts")
    @Produces(MediaType.MULTIPART_FORM_DATA)
    public List<EntityPart> inParts() throws IOException {
        return List.of(
                EntityPart.withName("text").content("hello").build(),
                EntityPart.withName("json")
                        .mediaType(MediaType.APPLICATION_JSON_TYPE)
                        .content(Json.createObjectBuilder().add("a", 1).build(), JsonObject.class)
                        .build());
    }

    /** Asks itself by the client. */
    @GET
    @Path("client")
    public String client(@Context UriInfo uri) {
        try (Client client = ClientBuilder.newClient()) {
            return "asked: "
                    + client.target(uri.getBaseUri())
                            .path("streams/stage")
                            .request()
                            .get(String.class);
        }
    }

    /** Asks a server that does not say the type of its answer. */
    @GET
    @Path("untyped")
    public String untyped(@QueryParam("of") String address) {
        try (Client client = ClientBuilder.newClient()) {
            return "asked: " + client.target(address).request().get().readEntity(JsonObject.class);
        }
    }

    /** Asks itself by the client, on another thread. */
    @GET
    @Path("later")
    public CompletionStage<String> later(@Context UriInfo uri) {
        Client client = ClientBuilder.newClient();
        return client.target(uri.getBaseUri())
                .path("streams/stage")
                .request()
                .rx()
                .get(String.class)
                .whenComplete((answer, failure) -> client.close());
    }

    /** Lets the test see whether the loader goes. */
    @GET
    @Path("remember")
    public String remember() {
        System.getProperties()
                .put("keelson.test.loader", new WeakReference<>(getClass().getClassLoader()));
        return "remembered";
    }
}
