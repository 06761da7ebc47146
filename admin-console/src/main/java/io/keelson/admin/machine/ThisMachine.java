package io.keelson.admin.machine;

import io.keelson.admin.domain.DamagedJson;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.kernel.config.AtomicFile;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Knowledge of a machine about itself in a domain of several, {@code machine.json} in the domain's directory. Immutable.
 *
 * @param name its name
 * @param adminMachine the name of the admin server's machine, from which alone its node manager takes orders
 * @param addresses where others reach it, the first for its node manager
 * @param nodePort the port of its node manager there; not used on the admin server's machine
 */
public record ThisMachine(String name, String adminMachine, List<String> addresses, int nodePort) {
    private static final String FILE = "machine.json";

    public ThisMachine {
        addresses = List.copyOf(addresses);
    }

    /** Returns whether the admin server runs here. */
    public boolean home() {
        return name.equals(adminMachine);
    }

    static Path file(DomainDirectory domain) {
        return domain.path().resolve(FILE);
    }

    /**
     * Reads it; empty for a domain that has one machine only.
     *
     * @throws IOException where the file is damaged
     */
    public static Optional<ThisMachine> read(DomainDirectory domain) throws IOException {
        Path file = file(domain);
        try (JsonReader reader = Json.createReader(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            JsonObject json = reader.readObject();
            return Optional.of(new ThisMachine(
                    json.getString("name"),
                    json.getString("admin-machine"),
                    json.getJsonArray("addresses").getValuesAs(JsonString.class).stream()
                            .map(JsonString::getString)
                            .toList(),
                    json.getInt("node-port")));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JsonException | NullPointerException | ClassCastException e) {
            throw new IOException(file + " is damaged: " + DamagedJson.reason(e), e);
        }
    }

    void write(DomainDirectory domain) throws IOException {
        AtomicFile.write(
                file(domain),
                Json.createObjectBuilder()
                        .add("name", name)
                        .add("admin-machine", adminMachine)
                        .add("addresses", Json.createArrayBuilder(addresses))
                        .add("node-port", nodePort)
                        .build()
                        .toString()
                        .getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The other machine that a server of the domain runs on; empty for one of this machine. A machine that was put out is another one as
     * well: its servers have no machine until the configuration says one, and are not this machine's to start.
     *
     * @throws IOException where the machines of the domain cannot be read
     */
    public static Optional<String> elsewhere(DomainDirectory domain, String server) throws IOException {
        Optional<ThisMachine> here = read(domain);
        if (here.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> named = domain.machine(server);
        if (here.get().home()) {
            if (named.isEmpty()) {
                return Optional.empty();
            }
            // Names that no machine of the domain ever had only say where copies of sessions are kept.
            MachineRegistry.Content known = new MachineRegistry(domain).read();
            boolean elsewhere =
                    known.find(named.get()).isPresent() || known.removed().contains(named.get());
            return elsewhere ? named : Optional.empty();
        }
        String runs = named.orElse(here.get().adminMachine());
        return runs.equals(here.get().name()) ? Optional.empty() : Optional.of(runs);
    }
}
