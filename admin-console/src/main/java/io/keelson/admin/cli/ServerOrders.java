package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.node.NodeClient;
import io.keelson.admin.rest.Caller;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.IOException;

/**
 * Executor of orders about one server: its node manager, which needs no server that runs, or for a user the admin server, which asks
 * that.
 */
interface ServerOrders {
    /** Starts it. */
    void start() throws CommandException, IOException;

    /** Ends it. */
    void shutdown(boolean force) throws CommandException, IOException;

    /** Kills its process. */
    void kill(boolean restart) throws CommandException, IOException;

    /** The server as its node manager sees it. */
    JsonObject seen() throws CommandException, IOException;

    /** Returns what it printed, from a byte on; -1 for the end. */
    JsonObject output(long from) throws CommandException, IOException;

    /** Those by the node manager. */
    record ByNode(NodeClient node, String server) implements ServerOrders {
        @Override
        public void start() throws CommandException, IOException {
            NodeCommand.done(node.start(server, Caller.MANAGEMENT));
        }

        @Override
        public void shutdown(boolean force) throws CommandException, IOException {
            NodeCommand.done(node.shutdown(server, force, Caller.MANAGEMENT));
        }

        @Override
        public void kill(boolean restart) throws CommandException, IOException {
            NodeCommand.done(node.kill(server, restart, Caller.MANAGEMENT));
        }

        @Override
        public JsonObject seen() throws CommandException, IOException {
            return of(NodeCommand.done(node.state()), server);
        }

        @Override
        public JsonObject output(long from) throws CommandException, IOException {
            return NodeCommand.done(node.output(server, from));
        }
    }

    /** Those by the admin server, which knows what the user may. */
    record ByAdminServer(ManagementClient client, String server) implements ServerOrders {
        private String path() {
            return "domain/servers/" + PercentEncoding.of(server);
        }

        @Override
        public void start() throws CommandException {
            client.send("POST", path() + "/start");
        }

        @Override
        public void shutdown(boolean force) throws CommandException {
            client.send("POST", path() + "/shutdown?force=" + force);
        }

        @Override
        public void kill(boolean restart) throws CommandException {
            client.send("POST", path() + "/kill?restart=" + restart);
        }

        @Override
        public JsonObject seen() throws CommandException, IOException {
            for (JsonValue node : client.send("GET", "domain/nodes").json().getJsonArray("nodes")) {
                JsonObject one = node.asJsonObject();
                if (one.containsKey("servers") && has(one, server)) {
                    return of(one, server);
                }
            }
            throw gone(server);
        }

        @Override
        public JsonObject output(long from) throws CommandException, IOException {
            return client.send("GET", path() + "/output?from=" + from).json();
        }
    }

    private static boolean has(JsonObject node, String server) {
        return node.getJsonArray("servers").getValuesAs(JsonObject.class).stream()
                .anyMatch(one -> one.getString("name").equals(server));
    }

    private static JsonObject of(JsonObject node, String server) throws CommandException {
        return node.getJsonArray("servers").getValuesAs(JsonObject.class).stream()
                .filter(one -> one.getString("name").equals(server))
                .findFirst()
                .orElseThrow(() -> gone(server));
    }

    private static CommandException gone(String server) {
        return new CommandException(ExitCode.FAILED, "No node manager watches a server " + server + " now.");
    }

    /** Those of a user are given by the admin server; others by the node manager of the server's machine. */
    static ServerOrders of(DomainOption domain, String server) throws CommandException, DomainException, IOException {
        if (domain.asUser()) {
            return new ByAdminServer(domain.access().adminServer(), server);
        }
        return new ByNode(NodeCommand.client(domain.find(), server), server);
    }
}
