package io.keelson.arquillian;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.arquillian.container.spi.client.container.LifecycleException;
import org.jspecify.annotations.Nullable;

/** A server that runs already, and runs on. */
final class RemoteServer implements TestedServer {
    private final Management management;

    private RemoteServer(Management management) {
        this.management = management;
    }

    /** Finds the server and asks whether it is RUNNING. */
    static RemoteServer find(KeelsonConfiguration configuration) throws LifecycleException {
        String named = configuration.management();
        Path domain = configuration.domain();
        String where = named != null || domain == null ? address(named) : "the address that " + domain + " says";
        try {
            Management management = named != null || domain == null
                    ? new Management(URI.create(where), token(configuration), configuration.deployTimeout())
                    : Management.of(running(domain), token(configuration), configuration.deployTimeout());
            JsonObject server = management.server();
            if (!server.getString("state", "").equals("RUNNING")) {
                throw new LifecycleException("the server at " + where + " is not RUNNING: it answers " + server);
            }
            return new RemoteServer(management);
        } catch (IOException | IllegalArgumentException e) {
            throw new LifecycleException("There is no server for the tests at " + where + ": " + e.getMessage(), e);
        }
    }

    private static String address(@Nullable String named) {
        if (named == null) {
            return "http://127.0.0.1:7001";
        }
        return named.contains("://") ? named : "http://" + named;
    }

    private static ServerRecord running(Path domain) throws IOException {
        return ServerRecord.running(domain)
                .findFirst()
                .orElseThrow(() -> new IOException("no server of " + domain + " is RUNNING"));
    }

    private static String token(KeelsonConfiguration configuration) throws IOException {
        String token = configuration.token();
        if (token != null) {
            return token.strip();
        }
        Path file = configuration.tokenFile();
        return file != null ? Files.readString(file).strip() : tokenOf(configuration.domain());
    }

    /** The token that a domain keeps. */
    static String tokenOf(@Nullable Path domain) throws IOException {
        if (domain == null) {
            throw new IOException("nothing names the token of the management interface");
        }
        return Files.readString(domain.resolve("security").resolve("management-token"))
                .strip();
    }

    @Override
    public Management management() {
        return management;
    }

    @Override
    public void release() {
        // It was there before the tests and stays.
    }
}
