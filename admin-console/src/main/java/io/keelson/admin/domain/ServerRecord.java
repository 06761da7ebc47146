package io.keelson.admin.domain;

import io.keelson.base.time.Ticker;
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
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Record that a server writes about itself at each change of its state, {@code servers/NAME/state/server.json}: by it clients find
 * the server. A server that was killed leaves an old record, so readers ask {@link #process} whether its process is still there.
 *
 * @param name the server's name
 * @param state its state, as {@code RUNNING}
 * @param pid the process
 * @param processMark what tells the process from a later one of the same number, see {@link ProcessMark}; null where the
 *     operating system does not say
 * @param address the default channel; null while it does not listen
 * @param management the management interface; null while it does not listen
 * @param version the server's version
 * @param remote the management interface for other machines; null where it has none
 * @param machine the machine that it runs on, where that is another one, which has reported the record; null for this one
 * @param alarm which of its threads hang, in a line; null for none
 */
public record ServerRecord(
        String name,
        String state,
        long pid,
        @Nullable String processMark,
        @Nullable Endpoint address,
        @Nullable Endpoint management,
        String version,
        @Nullable Endpoint remote,
        @Nullable String machine,
        @Nullable String alarm) {
    /** The state of a server of another machine that has not been heard of for longer than {@link #HEARD}. */
    public static final String UNREACHABLE = "UNREACHABLE";

    /** The state of a server whose machine was put out of the domain: it runs nowhere until the configuration says another one. */
    public static final String NO_MACHINE = "NO_MACHINE";

    private static final Duration HEARD = Duration.ofSeconds(10);

    /** One of this machine, which other machines do not reach. */
    public ServerRecord(
            String name,
            String state,
            long pid,
            @Nullable String processMark,
            @Nullable Endpoint address,
            @Nullable Endpoint management,
            String version) {
        this(name, state, pid, processMark, address, management, version, null, null, null);
    }

    /** Returns where the record lies below a server's directory. */
    public static Path file(Path serverDirectory) {
        return serverDirectory.resolve("state").resolve("server.json");
    }

    /** Reads the record of a server; empty where there is none or it cannot be understood. */
    public static Optional<ServerRecord> read(Path serverDirectory) {
        Path file = file(serverDirectory);
        try (JsonReader reader = Json.createReader(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            JsonObject json = reader.readObject();
            ServerRecord record = of(json);
            // Half of a character is in nothing that a server wrote.
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(record.toString())) {
                return Optional.empty();
            }
            if (record.machine != null) {
                return Optional.of(record.elsewhere(serverDirectory, file));
            }
            return Optional.of(DirectoryMark.copied(json, serverDirectory) ? record.withoutProcess() : record);
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

    private static ServerRecord of(JsonObject json) {
        return new ServerRecord(
                json.getString("name"),
                json.getString("state"),
                json.getJsonNumber("pid").longValueExact(),
                json.getString("process-mark", null),
                Endpoint.read(json, "address"),
                Endpoint.read(json, "management"),
                json.getString("version", ""),
                Endpoint.read(json, "remote"),
                json.getString("machine", null),
                json.getString("alarm", null));
    }

    /** State of a copy of a domain: the process is that of the original. */
    private ServerRecord withoutProcess() {
        return new ServerRecord(name, state, 0, null, null, null, version);
    }

    /** State as this machine sees a server of another one: called as that machine, and known for as long as it was heard of. */
    private ServerRecord elsewhere(Path serverDirectory, Path file) throws IOException {
        long age = Ticker.system().currentTimeMillis()
                - Files.getLastModifiedTime(file).toMillis();
        Path domain = Objects.requireNonNull(serverDirectory.toAbsolutePath().getParent())
                .getParent();
        if (state.equals(NO_MACHINE)) { // nobody will be heard of
            return this;
        }
        if (age > HEARD.toMillis() || age < -HEARD.toMillis() || domain == null || machine == null) {
            return new ServerRecord(name, UNREACHABLE, 0, null, null, null, version, null, machine, null);
        }
        Endpoint called = remote == null ? null : remote.on(domain, machine);
        return new ServerRecord(name, state, pid, null, address, called, version, remote, machine, alarm);
    }

    /** Record that a server has no machine, as the one that it was to run on was put out. */
    public static ServerRecord withoutMachine(String name, String removed) {
        return new ServerRecord(name, NO_MACHINE, 0, null, null, null, "", null, removed, null);
    }

    /**
     * Returns what another machine is told of the server.
     *
     * @param on the machine that it runs on
     */
    public JsonObject toJson(String on) {
        boolean ends = !state.equals("SHUTDOWN") && machine == null && process().isEmpty();
        return new ServerRecord(
                        name,
                        ends ? "FAILED" : state,
                        ends || state.equals("SHUTDOWN") ? 0 : pid,
                        null,
                        address,
                        null,
                        version,
                        remote,
                        on,
                        ends ? null : alarm)
                .toJson();
    }

    /**
     * Reads what another machine tells of a server.
     *
     * @throws IOException when it cannot be understood
     */
    public static ServerRecord told(JsonObject json) throws IOException {
        try {
            ServerRecord record = of(json);
            if (record.machine == null) {
                throw new IOException("a record of a server does not say of which machine it is");
            }
            return record;
        } catch (JsonException | NullPointerException | ClassCastException | ArithmeticException e) {
            throw new IOException("a record of a server cannot be understood: " + DamagedJson.reason(e), e);
        }
    }

    /** Replaces the record of a server as a whole. */
    public void write(Path serverDirectory) throws IOException {
        Path file = file(serverDirectory);
        Path directory = Files.createDirectories(serverDirectory.resolve("state"));
        Path next = Files.createTempFile(directory, "server-", ".tmp");
        try {
            Files.write(next, json(serverDirectory));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    /** The process that wrote the record, if it is still there; a stranger that was given its number does not count. */
    public Optional<ProcessHandle> process() {
        return machine == null ? ProcessMark.find(pid, processMark) : Optional.empty();
    }

    private JsonObject toJson() {
        return builder().build();
    }

    private JsonObjectBuilder builder() {
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
        if (remote != null) {
            remote.write(json, "remote");
        }
        if (machine != null) {
            json.add("machine", machine);
        }
        if (alarm != null) {
            json.add("alarm", alarm);
        }
        return json;
    }

    private byte[] json(Path serverDirectory) {
        JsonObjectBuilder json = builder();
        if (machine == null) {
            DirectoryMark.add(json, serverDirectory);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonWriter writer = Json.createWriter(bytes)) {
            writer.write(json.build());
        }
        return bytes.toByteArray();
    }
}
