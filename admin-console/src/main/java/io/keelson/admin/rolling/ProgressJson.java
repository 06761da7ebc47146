package io.keelson.admin.rolling;

import io.keelson.admin.rest.RuntimeJson;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A {@link Progress} as JSON: what the interface shows and what lies on the disk. */
final class ProgressJson {
    private ProgressJson() {}

    static JsonObject write(Progress progress) {
        return RuntimeJson.of(progress);
    }

    static Progress read(byte[] bytes) throws IOException {
        try (JsonReader reader = Json.createReader(new ByteArrayInputStream(bytes))) {
            JsonObject json = reader.readObject();
            List<Progress.Member> members = new ArrayList<>();
            for (JsonObject member : json.getJsonArray("members").getValuesAs(JsonObject.class)) {
                members.add(new Progress.Member(
                        member.getString("server"),
                        Progress.Phase.valueOf(member.getString("phase")),
                        member.getJsonNumber("pid").longValueExact()));
            }
            return new Progress(
                    json.getString("cluster"),
                    json.getString("application", ""),
                    json.getBoolean("back", false),
                    json.getString("by"),
                    json.getString("begun"),
                    json.getInt("timeout-seconds"),
                    json.getInt("pause-seconds"),
                    Progress.State.valueOf(json.getString("state")),
                    json.getString("why"),
                    members);
        } catch (JsonException
                | NullPointerException
                | ClassCastException
                | IllegalArgumentException
                | ArithmeticException e) {
            throw new IOException("the progress of the restart cannot be understood: " + e.getMessage(), e);
        }
    }
}
