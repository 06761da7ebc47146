package io.keelson.ee.microprofile.described;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Positive;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.annotations.jaxrs.HeaderParam;

@Path("/articles")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "articles")
public class ArticleResource {
    @GET
    @Operation(operationId = "list", summary = "Lists articles")
    public List<Article> list(
            @QueryParam("page") @DefaultValue("1") @Positive @Max(100) int page, @HeaderParam("X-Shop") String shop) {
        return List.of();
    }

    @GET
    @Path("/{id: [0-9]+}")
    @APIResponse(responseCode = "404", description = "There is no such article")
    @APIResponse(responseCode = "200", description = "The article")
    public Article one(@PathParam("id") long id) {
        return new Article();
    }

    @POST
    public Article add(@Valid Article article) {
        return article;
    }
}
