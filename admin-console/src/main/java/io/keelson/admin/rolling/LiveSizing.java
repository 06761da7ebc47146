package io.keelson.admin.rolling;

import io.keelson.admin.change.ChangeCentre;
import io.keelson.admin.change.ChangeException;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.kernel.config.SettingPath;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A dynamic cluster of the domain: its size is a setting, changed as any other. Immutable. */
final class LiveSizing implements Sizing {
    private final ChangeCentre centre;
    private final DomainDirectory domain;
    private final LiveFleet fleet;
    private final String cluster;
    private final String by;

    LiveSizing(ChangeCentre centre, DomainDirectory domain, LiveFleet fleet, String cluster, String by) {
        this.centre = centre;
        this.domain = domain;
        this.fleet = fleet;
        this.cluster = cluster;
        this.by = by;
    }

    /** Returns where the size of a cluster is. */
    static SettingPath path(String cluster) {
        return SettingPath.of("clusters", cluster, "dynamic", "size");
    }

    @Override
    public List<String> servers() throws IOException {
        return centre.decided().file().dynamicServers(cluster);
    }

    @Override
    public List<String> running() throws IOException {
        return domain.servers().stream()
                .filter(server -> cluster.equals(server.cluster()) && server.alive())
                .map(ServerStatus::name)
                .toList();
    }

    @Override
    public Set<String> formerVoters() throws IOException {
        Set<String> known = new HashSet<>(centre.decided().servers());
        Set<String> former = new TreeSet<>();
        JsonObject leases = fleet.leases(domain.adminServer());
        JsonArray voters = leases.getJsonArray("voters");
        if (voters != null) {
            voters.getValuesAs(JsonString.class).stream()
                    .map(JsonString::getString)
                    .filter(voter -> !known.contains(voter))
                    .forEach(former::add);
        }
        return former;
    }

    @Override
    public void resize(int size) throws IOException {
        try {
            centre.change(
                    by,
                    "The cluster " + cluster + " is scaled to " + size + ".",
                    file -> file.edit(path(cluster), size));
        } catch (ChangeException e) {
            throw new IOException(
                    e.causes().isEmpty() ? e.getMessage() : e.getMessage() + ": " + String.join("; ", e.causes()), e);
        }
    }
}
