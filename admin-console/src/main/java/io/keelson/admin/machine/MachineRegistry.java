package io.keelson.admin.machine;

import io.keelson.admin.domain.DamagedJson;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.kernel.config.AtomicFile;
import io.keelson.kernel.machine.MachineFiles;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The other machines of a domain, {@code security/machines.json} on the machine of the admin server, for its owner only. Read anew each
 * time; changed by the admin server alone, one change at a time: {@link Enrolment} has the lock.
 */
public final class MachineRegistry {
    private final Path file;
    private final MachineFiles files;

    /** The machines of that domain. */
    public MachineRegistry(DomainDirectory domain) {
        file = domain.path().resolve("security").resolve("machines.json");
        files = new MachineFiles(domain.path());
    }

    /**
     * Content of the file.
     *
     * @param machines those that are expected or enrolled
     * @param revoked the numbers of certificates that count no more
     * @param removed the names of machines that were enrolled once and have been put out
     */
    record Content(List<Machine> machines, List<String> revoked, List<String> removed) {
        Content {
            machines = List.copyOf(machines);
            revoked = List.copyOf(revoked);
            removed = List.copyOf(removed);
        }

        Optional<Machine> find(String name) {
            return machines.stream().filter(one -> one.name().equals(name)).findFirst();
        }

        /** Without the machine of that name. */
        Content without(String name) {
            return new Content(
                    machines.stream().filter(one -> !one.name().equals(name)).toList(), revoked, removed);
        }

        /** Without a machine, whose certificates count no more. Its servers are without a machine, if it ever was in. */
        Content putOut(Machine machine) {
            Content without = without(machine.name());
            List<String> numbers = new ArrayList<>(revoked);
            numbers.addAll(machine.certificates());
            List<String> names = new ArrayList<>(removed);
            if (machine.enrolled() && !names.contains(machine.name())) {
                names.add(machine.name());
            }
            return new Content(without.machines, numbers, names);
        }

        /** With that machine in the place of one of its name. */
        Content with(Machine machine) {
            List<Machine> all = new ArrayList<>(without(machine.name()).machines);
            all.add(machine);
            List<String> out = removed.stream()
                    .filter(name -> !machine.enrolled() || !name.equals(machine.name()))
                    .toList();
            return new Content(all, revoked, out);
        }
    }

    /** The machines, in the order in which they were added. */
    public List<Machine> machines() throws IOException {
        return read().machines();
    }

    /** The machine of that name. */
    public Optional<Machine> find(String name) throws IOException {
        return read().find(name);
    }

    /** The numbers of certificates that count no more. */
    public List<String> revoked() throws IOException {
        return read().revoked();
    }

    /** The names of machines that were enrolled once, have been put out, and have not come again. */
    public List<String> removed() throws IOException {
        return read().removed();
    }

    Content read() throws IOException {
        try (JsonReader reader = Json.createReader(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            JsonObject json = reader.readObject();
            return new Content(
                    json.getJsonArray("machines").getValuesAs(JsonObject.class).stream()
                            .map(MachineRegistry::machine)
                            .toList(),
                    texts(json, "revoked"),
                    json.containsKey("removed") ? texts(json, "removed") : List.of());
        } catch (NoSuchFileException e) {
            return new Content(List.of(), List.of(), List.of());
        } catch (JsonException | NullPointerException | ClassCastException | ArithmeticException e) {
            throw new IOException(file + " is damaged: " + DamagedJson.reason(e), e);
        }
    }

    private static List<String> texts(JsonObject json, String key) {
        return json.getJsonArray(key).getValuesAs(JsonString.class).stream()
                .map(JsonString::getString)
                .toList();
    }

    private static Machine machine(JsonObject json) {
        JsonObject token = json.getJsonObject("token");
        return new Machine(
                json.getString("name"),
                texts(json, "addresses"),
                json.getInt("node-port"),
                texts(json, "certificates"),
                token == null
                        ? null
                        : new Machine.Token(
                                token.getString("hash"),
                                token.getJsonNumber("issued").longValueExact(),
                                token.getJsonNumber("expires").longValueExact()));
    }

    /** Changes what is kept; when this returns it is on the disk, and this machine itself goes by what was revoked. */
    void change(UnaryOperator<Content> change) throws IOException {
        Content next = change.apply(read());
        JsonArrayBuilder machines = Json.createArrayBuilder();
        for (Machine machine : next.machines()) {
            machines.add(json(machine));
        }
        AtomicFile.write(
                file,
                Json.createObjectBuilder()
                        .add("machines", machines)
                        .add("revoked", Json.createArrayBuilder(next.revoked()))
                        .add("removed", Json.createArrayBuilder(next.removed()))
                        .build()
                        .toString()
                        .getBytes(StandardCharsets.UTF_8));
        files.revoke(next.revoked());
    }

    private static JsonObject json(Machine machine) {
        JsonObjectBuilder json = Json.createObjectBuilder()
                .add("name", machine.name())
                .add("addresses", Json.createArrayBuilder(machine.addresses()))
                .add("node-port", machine.nodePort())
                .add("certificates", Json.createArrayBuilder(machine.certificates()));
        Machine.Token token = machine.token();
        if (token != null) {
            json.add(
                    "token",
                    Json.createObjectBuilder()
                            .add("hash", token.hash())
                            .add("issued", token.issued())
                            .add("expires", token.expires()));
        }
        return json.build();
    }
}
