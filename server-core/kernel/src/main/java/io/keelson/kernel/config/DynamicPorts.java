package io.keelson.kernel.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reports ports that two servers of one machine would listen on, where one of them is dynamic: those of servers that are written down are what
 * somebody wrote. Used for one reading, on values that are complete.
 */
final class DynamicPorts {
    private final Set<String> dynamic;
    private final List<Problem> problems;
    private final Map<String, String> taken = new HashMap<>();

    private DynamicPorts(Set<String> dynamic, List<Problem> problems) {
        this.dynamic = dynamic;
        this.problems = problems;
    }

    /** @param dynamic the names of the dynamic servers */
    static void check(Value.Entries root, Set<String> dynamic, List<Problem> problems) {
        if (!dynamic.isEmpty() && root.entries().get(Model.SERVERS) instanceof Value.Entries servers) {
            DynamicPorts ports = new DynamicPorts(dynamic, problems);
            servers.entries().forEach((name, settings) -> {
                if (settings instanceof Value.Entries entries) {
                    ports.look(
                            name,
                            text(entries, DynamicServers.MACHINE),
                            entries,
                            SettingPath.of(Model.SERVERS, name),
                            "");
                }
            });
        }
    }

    private void look(String server, String machine, Value.Entries settings, SettingPath path, String above) {
        String own = text(settings, "listen-address");
        String address = own.isEmpty() ? above : own;
        settings.entries().forEach((key, value) -> {
            if (value instanceof Value.Entries below) {
                look(server, machine, below, path.child(key), address);
            } else if (value instanceof Value.Single single
                    && DynamicServers.isPort(key)
                    && single.value() instanceof Integer port
                    && port > 0
                    && listens(key, single)) {
                Origin at = single.origin() instanceof Origin.Default ? settings.origin() : single.origin();
                if (key.equals(DynamicServers.CLUSTER_PORT)) {
                    String of = machine + ' ' + text(settings, "cluster-address") + ' ';
                    take(server, of + port, port, path.child(key), at);
                    take(server, of + (port + 1), port + 1, path.child(key), at);
                } else {
                    take(server, machine + ' ' + address + ' ' + port, port, path.child(key), at);
                }
            }
        });
    }

    /** A port for TLS that nobody chose is in each server, and nothing listens on it. */
    private static boolean listens(String key, Value.Single port) {
        return key.equals(DynamicServers.LISTEN_PORT) || !(port.origin() instanceof Origin.Default);
    }

    private void take(String server, String place, int port, SettingPath path, Origin at) {
        String other = taken.putIfAbsent(place, server);
        if (other != null && !other.equals(server) && (dynamic.contains(server) || dynamic.contains(other))) {
            problems.add(at.problem(
                    path,
                    port + " is also a port of " + other
                            + " on the same machine; give the template other ports, or the cluster another port-step"));
        }
    }

    private static String text(Value.Entries entries, String key) {
        return entries.entries().get(key) instanceof Value.Single single ? String.valueOf(single.value()) : "";
    }
}
