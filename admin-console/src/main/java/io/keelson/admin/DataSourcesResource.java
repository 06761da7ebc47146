package io.keelson.admin;

import io.keelson.admin.change.ChangeCentre;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.RuntimeJson;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.management.Role;
import io.keelson.kernel.spi.resource.DataSourceTests;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tests whether a data source can reach its database: {@code /management/v1/data-sources/NAME/test}. Thread-safe. */
final class DataSourcesResource {
    private final Optional<DataSourceTests> tests;
    private final @Nullable ChangeCentre centre;

    /**
     * The resource.
     *
     * @param tests empty where the server has no data sources
     * @param centre where changes are made; null where this is not the admin server
     */
    DataSourcesResource(Optional<DataSourceTests> tests, @Nullable ChangeCentre centre) {
        this.tests = tests;
        this.centre = centre;
    }

    List<Route> routes() {
        return List.of(Route.of("POST", "data-sources/*/test", Role.OPERATOR, this::test)
                .says("makes a connection to the database of a data source and says what came of it")
                .query("pending", Schema.TRUTH)
                .answers(200, new Schema.State(DataSourceTests.Outcome.class)));
    }

    private Answer test(Call call) throws Problem, IOException {
        boolean pending = call.flag(call.query(Set.of("pending")), "pending");
        DataSourceTests all = tests.orElseThrow(() -> Problem.notFound("This server has no data sources"));
        String name = call.variable();
        try {
            return Answer.json(200, RuntimeJson.of(pending ? pending(all, name) : all.test(name)));
        } catch (IllegalArgumentException e) {
            throw Problem.notFound(String.valueOf(e.getMessage()));
        } catch (IllegalStateException e) {
            throw Problem.notDone(409, "Under way", String.valueOf(e.getMessage()), List.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.notDone(503, "Broken off", "The server ends; the test was broken off", List.of());
        }
    }

    private DataSourceTests.Outcome pending(DataSourceTests all, String name)
            throws Problem, IOException, InterruptedException {
        ChangeCentre changes = centre;
        if (changes == null) {
            throw Problem.badRequest("What is pending can be tested on the admin server only");
        }
        try {
            return all.test(name, changes.pending());
        } catch (ConfigurationException e) {
            throw Problem.notDone(
                    422,
                    "Not tested",
                    "What is pending has problems",
                    e.problems().stream().map(Object::toString).toList());
        }
    }
}
