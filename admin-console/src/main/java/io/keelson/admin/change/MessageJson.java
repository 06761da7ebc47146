package io.keelson.admin.change;

import io.keelson.admin.domain.DamagedJson;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.spi.JsonProvider;
import java.io.IOException;
import java.util.List;

/** Messages as JSON objects: how they travel between servers. */
public final class MessageJson {
    private static final JsonProvider JSON = JsonProvider.provider();

    private MessageJson() {}

    /** The object of a message. */
    public static JsonObject write(Message message) {
        JsonObjectBuilder json = JSON.createObjectBuilder();
        if (message instanceof Message.Prepare prepare) {
            json.add("type", "prepare").add("proposal", proposal(prepare.proposal()));
        } else if (message instanceof Message.Commit commit) {
            json.add("type", "commit").add("proposal", proposal(commit.decided()));
            telling(json, commit.telling());
        } else if (message instanceof Message.Abort abort) {
            json.add("type", "abort").add("id", abort.id());
        } else if (message instanceof Message.Prepared prepared) {
            json.add("type", "prepared").add("id", prepared.id());
        } else if (message instanceof Message.Refused refused) {
            json.add("type", "refused").add("id", refused.id()).add("why", refused.why());
        } else if (message instanceof Message.Done done) {
            json.add("type", "done").add("id", done.id()).add("result", result(done.result()));
            telling(json, done.telling());
        } else if (message instanceof Message.Ask ask) {
            json.add("type", "ask").add("installed", ask.installed()).add("run", ask.run());
            if (ask.prepared() != null) {
                json.add("prepared", ask.prepared());
            }
        }
        return json.build();
    }

    /**
     * The message of an object.
     *
     * @throws IOException when it is none
     */
    public static Message read(JsonObject json) throws IOException {
        try {
            return switch (json.getString("type")) {
                case "prepare" -> new Message.Prepare(proposal(json.getJsonObject("proposal")));
                case "commit" -> new Message.Commit(proposal(json.getJsonObject("proposal")), telling(json));
                case "abort" -> new Message.Abort(json.getString("id"));
                case "prepared" -> new Message.Prepared(json.getString("id"));
                case "refused" -> new Message.Refused(json.getString("id"), json.getString("why"));
                case "done" ->
                    new Message.Done(json.getString("id"), telling(json), result(json.getJsonObject("result")));
                case "ask" ->
                    new Message.Ask(
                            json.getString("installed"), json.getString("prepared", null), json.getString("run"));
                default -> throw new IOException("an activation has no message '" + json.getString("type") + "'");
            };
        } catch (NullPointerException | ClassCastException | JsonException | ArithmeticException e) {
            throw new IOException("not a message of an activation: " + DamagedJson.reason(e), e);
        }
    }

    private static void telling(JsonObjectBuilder json, Message.Telling telling) {
        json.add("run", telling.run()).add("telling", telling.number());
        if (telling.asked() != null) {
            json.add("asked", telling.asked());
        }
    }

    private static Message.Telling telling(JsonObject json) {
        return new Message.Telling(
                json.getString("run"), json.getJsonNumber("telling").longValueExact(), json.getString("asked", null));
    }

    static JsonObject proposal(Proposal proposal) {
        return JSON.createObjectBuilder()
                .add("number", proposal.number())
                .add("id", proposal.id())
                .add("text", proposal.text())
                .build();
    }

    static Proposal proposal(JsonObject json) {
        return new Proposal(json.getJsonNumber("number").intValueExact(), json.getString("id"), json.getString("text"));
    }

    private static JsonObject result(Result result) {
        JsonObjectBuilder json = JSON.createObjectBuilder();
        if (result instanceof Result.Applied) {
            json.add("result", "applied");
        } else if (result instanceof Result.RestartNeeded restart) {
            json.add("result", "restart-needed").add("paths", Json.createArrayBuilder(restart.paths()));
        } else if (result instanceof Result.NotApplied failed) {
            json.add("result", "not-applied").add("why", failed.why());
        } else if (result instanceof Result.NotKept failed) {
            json.add("result", "not-kept").add("why", failed.why());
        }
        return json.build();
    }

    private static Result result(JsonObject json) throws IOException {
        return switch (json.getString("result")) {
            case "applied" -> new Result.Applied();
            case "restart-needed" ->
                new Result.RestartNeeded(List.copyOf(json.getJsonArray("paths").getValuesAs(JsonString::getString)));
            case "not-applied" -> new Result.NotApplied(json.getString("why"));
            case "not-kept" -> new Result.NotKept(json.getString("why"));
            default -> throw new IOException("an activation has no result '" + json.getString("result") + "'");
        };
    }
}
