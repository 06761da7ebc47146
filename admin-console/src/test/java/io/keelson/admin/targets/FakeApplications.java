package io.keelson.admin.targets;

import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.targets.AssignedApplications;
import io.keelson.deploy.targets.Assignment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A deployer in memory that writes down what it is told. */
final class FakeApplications implements AssignedApplications, Deployer {
    final List<String> calls = new ArrayList<>();
    final Map<String, String> versions = new TreeMap<>();
    final Map<String, Application> applications = new TreeMap<>();
    DeploymentException refusal;
    /** Refuses to deploy that version, and nothing else. */
    String refusedVersion = "";
    /** How many use any version that is beside another one. */
    long users;

    private void say(String call) throws DeploymentException {
        calls.add(call);
        if (refusal != null) {
            throw refusal;
        }
    }

    void put(String name, State state, String failure) {
        applications.put(
                name, new Application(name, null, state, "/" + name, "here", null, failure, List.of(), List.of()));
    }

    @Override
    public void rehearse(Assignment assignment, Path archive) throws DeploymentException {
        say("rehearse " + assignment.version());
    }

    @Override
    public Application deploy(Assignment assignment, Path archive) throws DeploymentException {
        if (refusedVersion.equals(assignment.version())) {
            calls.add("deploy " + assignment.version());
            put(assignment.id(), State.FAILED, "does not start");
            throw new DeploymentException("does not start");
        }
        if (refusal != null && !versions.containsKey(assignment.id())) {
            put(assignment.id(), State.FAILED, refusal.getMessage());
        }
        say("deploy " + assignment.version());
        versions.put(assignment.id(), assignment.version());
        put(
                assignment.id(),
                assignment.beside() ? State.RETIRING : assignment.running() ? State.RUNNING : State.STOPPED,
                null);
        return applications.get(assignment.id());
    }

    @Override
    public Application standing(String id) {
        return applications.get(id);
    }

    @Override
    public long users(String id) {
        return users;
    }

    @Override
    public void activate(String id) throws DeploymentException {
        say("activate " + id);
        applications.values().removeIf(one -> one.state() == State.RUNNING && remember(one.name()));
        put(id, State.RUNNING, null);
    }

    private boolean remember(String id) {
        put(id, State.RETIRING, null);
        return false;
    }

    @Override
    public Application start(String name) throws DeploymentException {
        say("start " + name);
        put(name, State.RUNNING, null);
        return applications.get(name);
    }

    @Override
    public void stop(String name) throws DeploymentException {
        say("stop " + name);
        put(name, State.STOPPED, null);
    }

    @Override
    public void remove(String name) throws DeploymentException {
        say("remove " + name);
        versions.remove(name);
        applications.remove(name);
    }

    @Override
    public Map<String, String> versions() {
        return Map.copyOf(versions);
    }

    @Override
    public Application deploy(String name, Path archive, String contextRoot) {
        throw new AssertionError("not an application of this server's own");
    }

    @Override
    public Application redeploy(String name) {
        throw new AssertionError("not an application of this server's own");
    }

    @Override
    public void undeploy(String name) {
        throw new AssertionError("not an application of this server's own");
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
