package io.keelson.admin.targets;

import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Schema;
import io.keelson.deploy.plan.DeploymentPlan;
import io.keelson.deploy.plan.PlanChange;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.http.RequestBody;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a deployment plan comes with a request: before the archive in the body, so many bytes of it as {@code plan-length} says; or as
 * {@code plan} in JSON. Where nothing is said of a plan an application keeps its own; an empty one takes it away.
 */
public final class PlanInBody {
    /** The parameter with the number of bytes. */
    public static final String LENGTH = "plan-length";

    /** How many that may be. */
    public static final Schema BYTES = Schema.whole(0, DeploymentPlan.MOST_BYTES);

    /** The schema of what a plan has changed. */
    public static final Schema CHANGES = Schema.list(Schema.object()
            .maybe("module", Schema.TEXT)
            .with("descriptor", Schema.TEXT)
            .with("path", Schema.TEXT)
            .maybe("before", Schema.TEXT)
            .maybe("after", Schema.TEXT)
            .with("place", Schema.TEXT));

    private PlanInBody() {}

    /** The plan before the archive; null where the request says nothing of one. The archive is what is left of the body. */
    public static @Nullable String read(Call call, Map<String, String> query) throws Problem, IOException {
        String length = query.get(LENGTH);
        if (length == null) {
            return null;
        }
        int bytes = length.matches("\\d{1,9}") ? Integer.parseInt(length) : -1;
        if (bytes < 0 || bytes > DeploymentPlan.MOST_BYTES) {
            throw Problem.badRequest(
                    "'" + LENGTH + "' is the number of bytes of the deployment plan before the archive, at" + " most "
                            + DeploymentPlan.MOST_BYTES);
        }
        byte[] plan = new byte[bytes];
        RequestBody body = call.exchange().body();
        int read = 0;
        while (read < bytes) {
            int n = body.read(plan, read, bytes - read);
            if (n < 0) {
                throw Problem.badRequest("The body ends within the deployment plan");
            }
            read += n;
        }
        try {
            return checked(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(plan))
                    .toString());
        } catch (CharacterCodingException e) {
            throw Problem.badRequest("The deployment plan is not in UTF-8");
        }
    }

    /** The plan in JSON; null where it says nothing of one. */
    public static @Nullable String read(JsonObject json) throws Problem {
        if (!json.containsKey("plan")) {
            return null;
        }
        if (!(json.get("plan") instanceof JsonString plan)) {
            throw Problem.badRequest("'plan' is the text of a deployment plan; empty for none");
        }
        return checked(plan.getString());
    }

    private static String checked(String plan) throws Problem {
        try {
            return DeploymentPlan.read(plan).isEmpty() ? "" : plan;
        } catch (DeploymentException e) {
            throw Problem.notDone(422, "Deployment plan refused", e.getMessage() + ". Nothing was changed", List.of());
        }
    }

    /** What a plan has changed, as JSON. */
    public static List<Object> changes(List<PlanChange> changes) {
        List<Object> all = new ArrayList<>();
        for (PlanChange change : changes) {
            Map<String, Object> json = new LinkedHashMap<>();
            if (!change.module().isEmpty()) {
                json.put("module", change.module());
            }
            json.put("descriptor", change.descriptor());
            json.put("path", change.path());
            if (change.before() != null) {
                json.put("before", change.before());
            }
            if (change.after() != null) {
                json.put("after", change.after());
            }
            json.put("place", change.place());
            all.add(json);
        }
        return all;
    }
}
