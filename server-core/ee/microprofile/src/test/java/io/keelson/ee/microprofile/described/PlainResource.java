package io.keelson.ee.microprofile.described;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Has an operation of the same id, and a schema of the same name, as {@link ArticleResource}. */
@Path("/articles")
public class PlainResource {
    @GET
    @Operation(operationId = "list")
    public Article list() {
        return new Article("pen");
    }

    public record Article(String title) {}
}
