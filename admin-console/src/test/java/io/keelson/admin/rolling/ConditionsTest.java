package io.keelson.admin.rolling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.rest.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests whose node manager is needed for which servers, in a domain of which no node manager runs on this machine. */
class ConditionsTest {
    @TempDir
    private Path parent;

    private DomainDirectory domain;
    private Conditions conditions;

    @BeforeEach
    void create() throws Exception {
        domain = DomainDirectory.create(parent.resolve("domain"), 2);
        conditions = new Conditions(domain, new ClusterWork());
    }

    private void machines() throws Exception {
        Files.writeString(
                domain.path().resolve("machine.json"),
                "{\"name\": \"alpha\", \"admin-machine\": \"alpha\", \"addresses\": [\"10.0.0.1\"], \"node-port\":"
                        + " 5556}");
        Files.writeString(
                domain.path().resolve("security").resolve("machines.json"),
                "{\"machines\": [{\"name\": \"beta\", \"addresses\": [\"10.0.0.2\"], \"node-port\": 5556,"
                        + " \"certificates\": [\"1f\"]}], \"revoked\": [], \"removed\": [\"gamma\"]}");
        Files.writeString(domain.configuration(), """
            name: domain
            servers:
              server-1: {cluster: cluster-1, machine: beta}
              server-2: {cluster: cluster-1, machine: beta}
              server-3: {cluster: cluster-1}
              server-4: {cluster: cluster-1, machine: gamma}
            """);
    }

    @Test
    void onOneMachineItIsTheOneThatThereIs() throws Exception {
        conditions.nodeManagers(List.of());
        assertThatThrownBy(() -> conditions.nodeManagers(List.of("server-1", "server-2")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("No node manager runs, which would start the servers again; start it with");
    }

    /** The admin server's machine has no part in a cluster of other machines: nobody has to start a node manager there for it. */
    @Test
    void ofSeveralMachinesEachServersOwnDecides() throws Exception {
        machines();
        conditions.nodeManagers(List.of("server-1", "server-2"));
        assertThatThrownBy(() -> conditions.nodeManagers(List.of("server-1", "server-3")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("No node manager runs on the machine of server-3", "start it there");
        assertThatThrownBy(() -> conditions.nodeManagers(List.of("server-4")))
                .as("a machine that was put out has none")
                .isInstanceOf(Problem.class)
                .hasMessageContaining("server-4");
        assertThat(domain.machine("server-1")).contains("beta");
    }
}
