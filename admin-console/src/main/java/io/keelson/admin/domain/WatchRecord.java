package io.keelson.admin.domain;

import io.keelson.kernel.config.AtomicFile;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonException;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Record that the node manager keeps of a server, {@code node/servers/NAME.json}: from it a node manager that was started again knows
 * which servers are to run, and which processes are theirs. Immutable.
 *
 * @param server the server's name
 * @param wanted whether the server is to run; false from the moment at which somebody ordered its end
 * @param state the state
 * @param pid its process, or in SHUTDOWN the one that has ended; 0 where there is none, or where it was about to be made
 * @param processMark what tells that process from a later one of the same number, see {@link ProcessMark}; null where unknown
 * @param restarts when the node manager has started it again by itself, in milliseconds since the epoch, the oldest first
 * @param why why it is in that state, for people; empty where there is nothing to say
 */
public record WatchRecord(
        String server,
        boolean wanted,
        WatchState state,
        long pid,
        @Nullable String processMark,
        List<Long> restarts,
        String why) {
    public WatchRecord {
        restarts = List.copyOf(restarts);
    }

    /** The record of a server that has never been watched. */
    public static WatchRecord none(String server) {
        return new WatchRecord(server, false, WatchState.SHUTDOWN, 0, null, List.of(), "");
    }

    /** Returns where the record of a server lies. */
    public static Path file(DomainDirectory domain, String server) {
        return domain.node().resolve("servers").resolve(server + ".json");
    }

    /**
     * Reads a record; empty where there is none.
     *
     * @throws IOException when there is one that cannot be read or understood
     */
    public static Optional<WatchRecord> read(DomainDirectory domain, String server) throws IOException {
        Path file = file(domain, server);
        try (JsonReader reader = Json.createReader(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            JsonObject json = reader.readObject();
            List<Long> restarts = new ArrayList<>();
            for (JsonNumber at : json.getJsonArray("restarts").getValuesAs(JsonNumber.class)) {
                restarts.add(at.longValueExact());
            }
            boolean copied = DirectoryMark.copied(json, domain.node());
            return Optional.of(new WatchRecord(
                    server,
                    json.getBoolean("wanted"),
                    WatchState.named(json.getString("state"))
                            .orElseThrow(() -> new IOException(file + " names no state")),
                    copied ? 0 : json.getJsonNumber("pid").longValueExact(),
                    copied ? null : json.getString("process-mark", null),
                    restarts,
                    json.getString("why", "")));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JsonException
                | NullPointerException
                | ClassCastException
                | ArithmeticException
                | NumberFormatException e) {
            throw new IOException(file + " cannot be understood: " + e.getMessage(), e);
        }
    }

    /**
     * Replaces the record as a whole; when this returns it is on the disk.
     *
     * @throws IOException when the disk does not take it; the old record is still there
     */
    public void write(DomainDirectory domain) throws IOException {
        Path file = file(domain, server);
        Files.createDirectories(domain.node().resolve("servers"));
        AtomicFile.write(file, json(domain).toString().getBytes(StandardCharsets.UTF_8));
    }

    private JsonObject json(DomainDirectory domain) {
        JsonArrayBuilder times = Json.createArrayBuilder();
        restarts.forEach(times::add);
        JsonObjectBuilder json = Json.createObjectBuilder()
                .add("server", server)
                .add("wanted", wanted)
                .add("state", state.name())
                .add("pid", pid)
                .add("restarts", times)
                .add("why", why);
        if (processMark != null) {
            json.add("process-mark", processMark);
        }
        DirectoryMark.add(json, domain.node());
        return json.build();
    }
}
