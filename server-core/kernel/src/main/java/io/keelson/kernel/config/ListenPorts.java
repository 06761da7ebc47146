package io.keelson.kernel.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reports ports that would be listened on twice: by one server, or by two of one machine. Servers without a machine count as on one where
 * one of them is dynamic, or where they listen on the same address of a machine; a wildcard says nothing of that, as such servers may
 * have been put on machines by hand. Ports that are nowhere written clash with no other server's: they are in each, which may be told
 * another at its start. Used for one reading, on values that are complete.
 */
final class ListenPorts {
    private static final String LISTEN_ADDRESS = "listen-address";
    private static final String CLUSTER_ADDRESS = "cluster-address";
    private static final String TLS = "tls";
    private static final String TLS_LISTEN_PORT = "tls-listen-port";
    private static final String ENABLED = "listen-port-enabled";
    private static final String JMX = "jmx";
    private static final String JMX_PORT = "jmx-port";

    private final Set<String> dynamic;
    private final String jmxAddress;
    private final List<Problem> problems;
    private final List<Taken> taken = new ArrayList<>();

    /**
     * A port that a server listens on.
     *
     * @param address as it is written, in lower case
     * @param setting which of the server's settings says so
     * @param written whether somebody has written it, and not the default
     */
    private record Taken(String server, String machine, String address, int port, String setting, boolean written) {
        boolean meets(Taken other) {
            return port == other.port && (address.equals(other.address) || isWildcard() || other.isWildcard());
        }

        boolean isWildcard() {
            return address.isEmpty() || address.equals("0.0.0.0") || address.equals("::") || address.equals("[::]");
        }
    }

    private ListenPorts(Set<String> dynamic, String jmxAddress, List<Problem> problems) {
        this.dynamic = dynamic;
        this.jmxAddress = jmxAddress;
        this.problems = problems;
    }

    /** @param dynamic the names of the dynamic servers */
    static void check(Value.Entries root, Set<String> dynamic, List<Problem> problems) {
        if (root.entries().get(Model.SERVERS) instanceof Value.Entries servers) {
            String jmx = root.entries().get(JMX) instanceof Value.Entries section ? text(section, LISTEN_ADDRESS) : "";
            ListenPorts ports = new ListenPorts(dynamic, jmx, problems);
            servers.entries().forEach((name, settings) -> {
                if (settings instanceof Value.Entries entries) {
                    ports.new Look(name, text(entries, DynamicServers.MACHINE))
                            .at(entries, SettingPath.of(Model.SERVERS, name), "", "");
                }
            });
        }
    }

    /** Search of one server's settings for the ports on which it listens. */
    private final class Look {
        private final String server;
        private final String machine;

        Look(String server, String machine) {
            this.server = server;
            this.machine = machine;
        }

        void at(Value.Entries settings, SettingPath path, String within, String above) {
            String own = text(settings, LISTEN_ADDRESS);
            String address = own.isEmpty() ? above : own;
            settings.entries().forEach((key, value) -> {
                if (value instanceof Value.Entries below) {
                    at(below, path.child(key), within + key + '.', address);
                } else if (value instanceof Value.Single single
                        && single.value() instanceof Integer port
                        && port > 0
                        && listens(settings, key, single)) {
                    Origin at = written(single) ? single.origin() : settings.origin();
                    if (key.equals(DynamicServers.CLUSTER_PORT)) {
                        String cluster = text(settings, CLUSTER_ADDRESS);
                        take(of(cluster, port, within + key, single), path.child(key), at);
                    } else {
                        take(
                                of(key.equals(JMX_PORT) ? jmxAddress : address, port, within + key, single),
                                path.child(key),
                                at);
                    }
                }
            });
        }

        private Taken of(String address, int port, String setting, Value.Single single) {
            String known = address.toLowerCase(Locale.ROOT);
            return new Taken(
                    server, machine, known.equals("localhost") ? "127.0.0.1" : known, port, setting, written(single));
        }
    }

    private static boolean written(Value.Single single) {
        return !(single.origin() instanceof Origin.Default);
    }

    /** Nothing listens on a port for TLS without any, nor on one that is switched off. */
    private static boolean listens(Value.Entries settings, String key, Value.Single port) {
        return switch (key) {
            case DynamicServers.LISTEN_PORT ->
                !(settings.entries().get(ENABLED) instanceof Value.Single enabled)
                        || Boolean.TRUE.equals(enabled.value());
            case TLS_LISTEN_PORT -> settings.entries().get(TLS) instanceof Value.Entries;
            case DynamicServers.CLUSTER_PORT, JMX_PORT -> written(port);
            default -> false;
        };
    }

    private void take(Taken port, SettingPath path, Origin at) {
        Taken other = taken.stream()
                .filter(before -> before.meets(port) && together(before, port))
                .findFirst()
                .orElse(null);
        if (other == null) {
            taken.add(port);
        } else if (other.server().equals(port.server())) {
            problems.add(at.problem(
                    path,
                    port.port() + " (" + port.setting() + ") is also " + other.setting()
                            + " of the same server; a server listens on each port once: give one of them another"));
        } else {
            boolean made = dynamic.contains(port.server()) || dynamic.contains(other.server());
            problems.add(at.problem(
                    path,
                    port.port() + " is also a port of " + other.server() + " on the same machine"
                            + (made
                                    ? "; give the template other ports, or the cluster another port-step"
                                    : " (" + other.setting() + "); give one of them another")));
        }
    }

    /** Returns whether both are of one machine, as far as that can be told. */
    private boolean together(Taken one, Taken other) {
        if (one.server().equals(other.server())) {
            return true;
        }
        if (!one.machine().equals(other.machine())) {
            return false;
        }
        if (dynamic.contains(one.server()) || dynamic.contains(other.server())) {
            return true;
        }
        boolean chosen = one.written() && other.written();
        return chosen && (!one.machine().isEmpty() || !one.isWildcard() && !other.isWildcard());
    }

    private static String text(Value.@Nullable Entries entries, String key) {
        return entries != null && entries.entries().get(key) instanceof Value.Single single
                ? String.valueOf(single.value())
                : "";
    }
}
