package io.keelson.arquillian;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Record of a server about itself in {@code servers/NAME/state/server.json} of its domain. It replaces that file as a whole at
 * each change of its state.
 *
 * @param state as {@code RUNNING}
 * @param pid the server's process
 * @param management host and port of the management interface; empty while it does not listen
 * @param certificates the SHA-256 fingerprints of the certificates that it shows there; empty where it speaks no TLS
 */
record ServerRecord(String state, long pid, String management, Set<String> certificates) {
    ServerRecord {
        certificates = Set.copyOf(certificates);
    }

    /** The records of servers that are RUNNING, as far as their processes are there. */
    static Stream<ServerRecord> running(Path domain) throws IOException {
        return all(domain).stream()
                .filter(ServerRecord::isRunning)
                .filter(record -> ProcessHandle.of(record.pid)
                        .filter(ProcessHandle::isAlive)
                        .isPresent());
    }

    /** Returns whether the server is RUNNING and its management interface listens. */
    boolean isRunning() {
        return state.equals("RUNNING") && !management.isEmpty();
    }

    /** The record that a process has written. */
    static Optional<ServerRecord> of(Path domain, long pid) throws IOException {
        return all(domain).stream().filter(record -> record.pid == pid).findFirst();
    }

    private static List<ServerRecord> all(Path domain) throws IOException {
        List<ServerRecord> records = new ArrayList<>();
        Path servers = domain.resolve("servers");
        if (Files.isDirectory(servers)) {
            try (DirectoryStream<Path> directories = Files.newDirectoryStream(servers)) {
                for (Path server : directories) {
                    read(server.resolve("state").resolve("server.json")).ifPresent(records::add);
                }
            }
        }
        return records;
    }

    /** A record that is not there or cannot be understood is none: there will be another at the next change. */
    private static Optional<ServerRecord> read(Path file) {
        try (Reader text = Files.newBufferedReader(file);
                JsonReader reader = Json.createReader(text)) {
            JsonObject json = reader.readObject();
            return Optional.of(new ServerRecord(
                    json.getString("state", ""),
                    json.getJsonNumber("pid").longValueExact(),
                    json.getString("management", ""),
                    certificates(json)));
        } catch (IOException
                | JsonException
                | NullPointerException
                | ClassCastException
                | ArithmeticException
                | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Set<String> certificates(JsonObject json) {
        return json
                .getOrDefault("management-certificates", JsonValue.EMPTY_JSON_ARRAY)
                .asJsonArray()
                .getValuesAs(JsonString.class)
                .stream()
                .map(JsonString::getString)
                .collect(Collectors.toSet());
    }

    /** Returns where the management interface is called; a server that listens on all addresses is called on the loopback one. */
    URI managementAddress() {
        int colon = management.lastIndexOf(':');
        String host = management.substring(0, colon);
        return URI.create((certificates.isEmpty() ? "http://" : "https://")
                + Endpoint.callable(host, "127.0.0.1")
                + management.substring(colon));
    }
}
