package io.keelson.admin.node;

import io.keelson.admin.client.HttpConversation;
import io.keelson.admin.client.JsonBody;
import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.admin.machine.Machine;
import io.keelson.admin.machine.MachineRegistry;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.admin.rest.Caller;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Speaks to the node manager of this machine, or over TLS to that of another one. Immutable; each request has a connection of its own. */
public final class NodeClient {
    static final String NAME = "node";
    private static final int MILLIS = 15_000;

    private final DomainDirectory domain;
    private final Endpoint endpoint;
    private final long pid;

    private NodeClient(DomainDirectory domain, Endpoint endpoint, long pid) {
        this.domain = domain;
        this.endpoint = endpoint;
        this.pid = pid;
    }

    /** The node manager of the domain on this machine; empty where none runs. */
    public static Optional<NodeClient> find(DomainDirectory domain) {
        return ServerRecord.read(domain.node())
                .filter(record ->
                        record.state().equals("RUNNING") && record.process().isPresent())
                .flatMap(record -> Optional.ofNullable(record.management())
                        .map(endpoint -> new NodeClient(domain, endpoint, record.pid())));
    }

    /**
     * The node manager of another machine of the domain, as only the admin server's machine may order it; empty where there is no such
     * machine.
     *
     * @throws IOException where the machines of the domain cannot be read
     */
    static Optional<NodeClient> of(DomainDirectory domain, String machine) throws IOException {
        return new MachineRegistry(domain)
                .find(machine)
                .filter(Machine::enrolled)
                .map(known -> {
                    String host = known.addresses().get(0);
                    String authority = (host.contains(":") ? "[" + host + "]" : host) + ":" + known.nodePort();
                    return new NodeClient(domain, Endpoint.inTheClear(authority).on(domain.path(), machine), 0);
                });
    }

    /**
     * The node manager of a server's machine; empty where none runs here, or orders for that machine are not given from here.
     *
     * @throws IOException where the machines of the domain cannot be read
     */
    public static Optional<NodeClient> find(DomainDirectory domain, String server) throws IOException {
        Optional<String> machine = ThisMachine.elsewhere(domain, server);
        return machine.isPresent() ? of(domain, machine.get()) : find(domain);
    }

    /** Its process; 0 for one of another machine. */
    public long pid() {
        return pid;
    }

    /** Returns where it listens. */
    public String url() {
        return endpoint.url();
    }

    /**
     * Answer of the node manager.
     *
     * @param status the status, of HTTP
     * @param json the body: a problem where the status is 400 or more
     */
    public record Reply(int status, JsonObject json) {
        /** Returns whether it was done. */
        public boolean done() {
            return status < 400;
        }

        /** Returns why not. */
        public String why() {
            return json.getString("detail", "status " + status);
        }
    }

    /** The node manager and its servers. */
    public Reply state() throws IOException {
        return ask("GET", "", Caller.MANAGEMENT);
    }

    /** Starts a server. */
    public Reply start(String server, Caller by) throws IOException {
        return ask("POST", "/servers/" + PercentEncoding.of(server) + "/start", by);
    }

    /** Ends a server. */
    public Reply shutdown(String server, boolean force, Caller by) throws IOException {
        return ask("POST", "/servers/" + PercentEncoding.of(server) + "/shutdown" + (force ? "?force=true" : ""), by);
    }

    /**
     * Kills a server.
     *
     * @param restart whether it is started again, as one is that has crashed; else it stays down
     */
    public Reply kill(String server, boolean restart, Caller by) throws IOException {
        return ask("POST", "/servers/" + PercentEncoding.of(server) + "/kill" + (restart ? "?restart=true" : ""), by);
    }

    /** Says that somebody else ends a server, which is no crash. */
    public Reply expectEnd(String server, Caller by) throws IOException {
        return ask("POST", "/servers/" + PercentEncoding.of(server) + "/expect-end", by);
    }

    /**
     * Returns the output of a server since its start.
     *
     * @param from the byte to begin with; -1 for the end
     */
    public Reply output(String server, long from) throws IOException {
        return ask("GET", "/servers/" + PercentEncoding.of(server) + "/output?from=" + from, Caller.MANAGEMENT);
    }

    /** Tells a node manager of another machine what there is to know, and hears what it tells. */
    Reply exchange(JsonObject telling) throws IOException {
        return ask("POST", "/exchange", Caller.MANAGEMENT, new JsonBody(telling));
    }

    /** Gives a node manager of another machine the files that all machines share. */
    Reply files(JsonObject texts) throws IOException {
        return ask("PUT", "/files", Caller.MANAGEMENT, new JsonBody(texts));
    }

    /** Ends the node manager; the servers run on. */
    public Reply shutdown() throws IOException {
        return ask("POST", "/shutdown", Caller.MANAGEMENT);
    }

    private Reply ask(String method, String path, Caller by) throws IOException {
        return ask(method, path, by, null);
    }

    private Reply ask(String method, String path, Caller by, HttpConversation.@Nullable Body body) throws IOException {
        try (HttpConversation conversation = new HttpConversation(endpoint)) {
            Map<String, String> fields = Map.of(Caller.NAME_FIELD, by.handedOn().getOrDefault(Caller.NAME_FIELD, ""));
            HttpConversation.Response response = conversation.ask(
                    method, NodeHttp.PREFIX + path, domain.token().authorization(), fields, body, MILLIS);
            return new Reply(response.status(), json(response.body()));
        } catch (DomainException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static JsonObject json(byte[] body) throws IOException {
        try (JsonReader reader = Json.createReader(new ByteArrayInputStream(body))) {
            return reader.readObject();
        } catch (JsonException e) {
            throw new IOException("the node manager's answer is not JSON: " + e.getMessage(), e);
        }
    }
}
