package io.keelson.admin.domain;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a server writes about itself at each change of its state, {@code servers/NAME/state/server.json}: how clients find it.
 * A server that was killed leaves an old record, so readers ask {@link #process} whether its process is still there.
 *
 * @param name the server's name
 * @param state its state, as {@code RUNNING}
 * @param pid the process
 * @param processMark what tells the process from a later one of the same number, see {@link ProcessMark}; null where the
 *     operating system does not say
 * @param address the default channel; null while it does not listen
 * @param management the management interface; null while it does not listen
 * @param version the server's version
 */
public record ServerRecord(
        String name,
        String state,
        long pid,
        @Nullable String processMark,
        @Nullable Endpoint address,
        @Nullable Endpoint management,
        String version) {

    /** Where the record lies below a server's directory. */
    public static Path file(Path serverDirectory) {
        return serverDirectory.resolve("state").resolve("server.json");
    }

    /** Reads the record of a server; empty where there is none or it cannot be understood. */
    public static Optional<ServerRecord> read(Path serverDirectory) {
        Path file = file(serverDirectory);
        try (JsonReader reader = Json.createReader(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            JsonObject json = reader.readObject();
            ServerRecord record = new ServerRecord(
                    json.getString("name"),
                    json.getString("state"),
                    json.getJsonNumber("pid").longValueExact(),
                    json.getString("process-mark", null),
                    Endpoint.read(json, "address"),
                    Endpoint.read(json, "management"),
                    json.getString("version", ""));
            // Half of a character is in nothing that a server wrote.
            return StandardCharsets.UTF_8.newEncoder().canEncode(record.toString())
                    ? Optional.of(record)
                    : Optional.empty();
        } catch (IOException
                | JsonException
                | NullPointerException
                | ClassCastException
                | ArithmeticException
                | NumberFormatException e) {
            // Without a record that can be read there is nobody to talk to, which is all that a reader wants to know.
            return Optional.empty();
        }
    }

    /** Replaces the record of a server as a whole. */
    public void write(Path serverDirectory) throws IOException {
        Path file = file(serverDirectory);
        Path directory = Files.createDirectories(serverDirectory.resolve("state"));
        Path next = Files.createTempFile(directory, "server-", ".tmp");
        try {
            Files.write(next, json());
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    /** The process that wrote the record, if it is still there; a stranger that was given its number does not count. */
    public Optional<ProcessHandle> process() {
        return ProcessMark.find(pid, processMark);
    }

    private byte[] json() {
        JsonObjectBuilder json = Json.createObjectBuilder()
                .add("name", name)
                .add("state", state)
                .add("pid", pid)
                .add("version", version);
        if (processMark != null) {
            json.add("process-mark", processMark);
        }
        if (address != null) {
            address.write(json, "address");
        }
        if (management != null) {
            management.write(json, "management");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonWriter writer = Json.createWriter(bytes)) {
            writer.write(json.build());
        }
        return bytes.toByteArray();
    }
}
