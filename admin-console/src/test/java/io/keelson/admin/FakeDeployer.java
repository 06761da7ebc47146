package io.keelson.admin;

import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Remembers what it was given. */
final class FakeDeployer implements Deployer {
    boolean removedByAnother;
    final Map<String, Application> applications = new TreeMap<>();
    final Map<String, String> contents = new TreeMap<>();
    DeploymentException failure;
    List<String> clients = List.of();
    List<String> outOfService = List.of();

    @Override
    public Application deploy(String name, Path archive, String contextRoot) throws DeploymentException {
        if (failure != null) {
            throw failure;
        }
        try {
            contents.put(name, Files.isDirectory(archive) ? "directory " + archive : Files.readString(archive));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Application application = new Application(
                name,
                null,
                State.RUNNING,
                contextRoot == null ? "/" + name : contextRoot,
                "upload",
                Instant.ofEpochSecond(0),
                null,
                clients,
                outOfService);
        applications.put(name, application);
        return application;
    }

    @Override
    public Application redeploy(String name) throws DeploymentException {
        if (failure != null) {
            throw failure;
        }
        return applications.get(name);
    }

    @Override
    public void undeploy(String name) throws DeploymentException {
        if (failure != null) {
            throw failure;
        }
        Application gone = applications.remove(name);
        if (removedByAnother || gone == null) {
            throw new DeploymentException("no application is called '" + name + "'");
        }
    }

    @Override
    public List<Application> applications() {
        return List.copyOf(applications.values());
    }

    @Override
    public Optional<Application> application(String name) {
        return Optional.ofNullable(applications.get(name));
    }
}
