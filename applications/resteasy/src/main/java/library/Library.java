package library;

import jakarta.annotation.security.RolesAllowed;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

@Path("books")
@Produces("application/json")
public class Library {
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    public record Book(String title, int pages) {}

    @Provider
    public static class Refusal implements ExceptionMapper<IllegalArgumentException> {
        @Override
        public jakarta.ws.rs.core.Response toResponse(IllegalArgumentException e) {
            return jakarta.ws.rs.core.Response.status(422).entity("refused: " + e.getMessage()).type("text/plain").build();
        }
    }

    private static final List<Book> BOOKS = new CopyOnWriteArrayList<>();

    @GET
    public List<Book> all() {
        return BOOKS;
    }

    @POST
    @Consumes("application/json")
    public Book add(Book book) {
        if (book.pages() < 1) {
            throw new IllegalArgumentException("a book has pages");
        }
        BOOKS.add(book);
        return book;
    }

    @POST
    @Path("form")
    @Consumes("application/x-www-form-urlencoded")
    @Produces("text/plain")
    public String form(@FormParam("title") String title) {
        return "form " + title;
    }

    @POST
    @Path("upload")
    @Consumes("multipart/form-data")
    @Produces("text/plain")
    public String upload(@FormParam("cover") EntityPart cover) throws Exception {
        return cover.getFileName().orElse("") + " " + cover.getContent().readAllBytes().length;
    }

    @GET
    @Path("async")
    @Produces("text/plain")
    public void async(@Suspended AsyncResponse response, @Context HttpServletRequest request) {
        String path = request.getRequestURI();
        CompletableFuture.runAsync(() -> response.resume("later " + path));
    }

    @GET
    @Path("events")
    @Produces("text/event-stream")
    public void events(@Context SseEventSink sink, @Context Sse sse) {
        CompletableFuture.runAsync(() -> {
            try (sink) {
                for (int i = 0; i < 3; i++) {
                    sink.send(sse.newEvent("new", "" + i)).toCompletableFuture().join();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @GET
    @Path("mine")
    @RolesAllowed("reader")
    @Produces("text/plain")
    public String mine(@Context SecurityContext security) {
        return "books of " + security.getUserPrincipal().getName();
    }
}
