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
        URI address = URI.create("http://127.0.0.1:7001");
        try {
            address = address(configuration, address);
            Management management = new Management(address, token(configuration), configuration.deployTimeout());
            JsonObject server = management.server();
            if (!server.getString("state", "").equals("RUNNING")) {
                throw new LifecycleException("the server at " + address + " is not RUNNING: it answers " + server);
            }
            return new RemoteServer(management);
        } catch (IOException | IllegalArgumentException e) {
            throw new LifecycleException("There is no server for the tests at " + address + ": " + e.getMessage(), e);
        }
    }

    private static URI address(KeelsonConfiguration configuration, URI standard) throws IOException {
        String named = configuration.management();
        if (named != null) {
            return URI.create(named.contains("://") ? named : "http://" + named);
        }
        Path domain = configuration.domain();
        if (domain == null) {
            return standard;
        }
        return ServerRecord.running(domain)
                .findFirst()
                .map(ServerRecord::managementAddress)
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
