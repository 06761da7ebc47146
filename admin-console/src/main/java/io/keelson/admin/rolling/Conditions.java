package io.keelson.admin.rolling;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.admin.node.NodeClient;
import io.keelson.admin.rest.Problem;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Conditions for the servers of a cluster to be restarted one after the other; each method refuses where its own does not hold.
 * Thread-safe.
 */
final class Conditions {
    private final DomainDirectory domain;
    private final ClusterWork work;

    Conditions(DomainDirectory domain, ClusterWork work) {
        this.domain = domain;
        this.work = work;
    }

    /** Somebody starts these servers again: each has the node manager of its machine. */
    void nodeManagers(Collection<String> servers) throws Problem, IOException {
        nodeManagers(domain, servers, "which would start the servers again");
    }

    /**
     * Each of these servers has the node manager of its machine.
     *
     * @param what what that is needed for: which starts them
     */
    static void nodeManagers(DomainDirectory domain, Collection<String> servers, String what)
            throws Problem, IOException {
        boolean machines = ThisMachine.read(domain).isPresent();
        for (String server : servers) {
            if (NodeClient.find(domain, server).isEmpty()) {
                throw Problem.notDone(
                        503,
                        "No node manager",
                        machines
                                ? "No node manager runs on the machine of " + server + ", " + what
                                        + "; start it there with 'keelson node start'"
                                : "No node manager runs, " + what + "; start it with 'keelson node start'",
                        List.of());
            }
        }
    }

    /** Somebody serves meanwhile, and who orders it is not restarted by it. */
    void enough(String cluster, List<ServerStatus> servers) throws Problem {
        if (servers.stream().anyMatch(server -> server.name().equals(domain.adminServer()))) {
            throw conflict("The admin server is a member of " + cluster + " and cannot restart itself");
        }
        long run = servers.stream().filter(ServerStatus::alive).count();
        if (run < 2) {
            throw conflict("Of " + cluster + " " + (run == 0 ? "no server runs" : "one server runs")
                    + ", so nobody would serve meanwhile; use 'keelson server stop' and 'start'");
        }
    }

    /** Nothing is under way in the cluster. */
    void idle(String cluster) throws Problem {
        Optional<String> other = work.now(cluster);
        if (other.isPresent()) {
            throw underWay(cluster, other.get());
        }
    }

    /**
     * An application can be redeployed server by server at all.
     *
     * @return the servers of the cluster that is its only target
     */
    List<ServerStatus> over(String application, List<String> targets) throws Problem, IOException {
        List<ServerStatus> servers = targets.size() == 1
                ? domain.servers().stream()
                        .filter(server -> targets.get(0).equals(server.cluster()))
                        .toList()
                : List.of();
        if (servers.isEmpty()) {
            throw conflict("Application '" + application + "' is deployed to " + targets
                    + "; only one that has a single cluster with servers as its target can be redeployed server by"
                    + " server. Redeploy it on all at once, without 'rolling'");
        }
        return servers;
    }

    /** The last restart did not stop in the middle of a server. */
    static void settled(String cluster, @Nullable Progress known) throws Problem {
        if (known != null && known.resumable() && known.members().stream().anyMatch(Conditions::away)) {
            throw Problem.notDone(
                    409,
                    "Not settled",
                    "The last restart of " + cluster + " stopped in the middle of a server (" + known.why()
                            + "); go on with it (resume) first",
                    List.of());
        }
    }

    /** Returns whether a member was told to end and is not back. */
    static boolean away(Progress.Member member) {
        return switch (member.phase()) {
            case STOPPING, STARTING, JOINING -> true;
            case WAITING, READYING, DONE, SKIPPED -> false;
        };
    }

    static Problem underWay(String cluster, String what) {
        return Problem.notDone(
                409,
                "Under way",
                "The cluster " + cluster + " is " + what + "; wait until that has ended, or stop it",
                List.of());
    }

    static Problem conflict(String why) {
        return Problem.notDone(409, "Conflict", why, List.of());
    }
}
