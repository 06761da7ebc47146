package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.OpenApi;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Router;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The interface as it describes itself: {@code /management/v1/openapi.json}. Thread-safe. */
final class OpenApiResource {
    private final Supplier<Router> router;

    /**
     * The resource.
     *
     * @param router all operations, this one too; asked with each request
     */
    OpenApiResource(Supplier<Router> router) {
        this.router = router;
    }

    List<Route> routes() {
        return List.of(Route.of("GET", "openapi.json", Role.MONITOR, this::get)
                .says("describes this interface as OpenAPI 3.1 has it")
                .answers(200, Schema.entries(Schema.ANY)));
    }

    private Answer get(Call call) throws Problem {
        call.query(Set.of());
        return Answer.json(200, new OpenApi(router.get()).document());
    }
}
