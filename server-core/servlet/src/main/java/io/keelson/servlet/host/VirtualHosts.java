package io.keelson.servlet.host;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the virtual host of a request: the one with that name, else the one with the longest {@code *.name} that covers it, else
 * the one that has the channel as a whole, else the default host, which has no name of its own. Immutable. See
 * docs/manual/virtual-hosts.md.
 *
 * <p>Specification: Servlet 6.1, 4.7 Multiple Hosts and Servlet Contexts.
 */
public final class VirtualHosts {
    /** Name of the host that serves what no virtual host does. */
    public static final String DEFAULT = "";

    /** No virtual hosts. */
    public static final VirtualHosts NONE = new VirtualHosts(Map.of());

    private final Map<String, VirtualHostSettings> settings;
    private final Map<String, Table> byChannel = new HashMap<>();
    private final Table others;

    /** The hosts of one channel. */
    private static final class Table {
        final Map<String, String> exact = new HashMap<>();
        final Map<String, String> wild = new HashMap<>();
        String rest = DEFAULT;
    }

    private VirtualHosts(Map<String, VirtualHostSettings> settings) {
        this.settings = Map.copyOf(settings);
        Set<String> channels = new HashSet<>();
        settings.values().forEach(host -> channels.addAll(host.channels()));
        channels.forEach(channel -> byChannel.put(channel, table(settings, channel)));
        others = table(settings, null);
    }

    /**
     * The virtual hosts of a domain, by name.
     *
     * @throws IllegalArgumentException when two of them claim the same requests
     */
    public static VirtualHosts of(Map<String, VirtualHostSettings> settings) {
        return settings.isEmpty() ? NONE : new VirtualHosts(settings);
    }

    private static Table table(Map<String, VirtualHostSettings> settings, @Nullable String channel) {
        Table table = new Table();
        settings.forEach((host, its) -> {
            boolean here = its.channels().isEmpty()
                    || channel != null && its.channels().contains(channel);
            if (!here) {
                return;
            }
            for (String name : its.names()) {
                boolean wild = name.startsWith("*.");
                String other =
                        wild ? table.wild.putIfAbsent(name.substring(2), host) : table.exact.putIfAbsent(name, host);
                claimOnce(host, other, "the name " + name);
            }
            if (its.names().isEmpty()) {
                claimOnce(
                        host, table.rest.isEmpty() ? null : table.rest, "all other requests of the channel " + channel);
                table.rest = host;
            }
        });
        return table;
    }

    private static void claimOnce(String host, @Nullable String other, String what) {
        if (other != null && !other.equals(host)) {
            throw new IllegalArgumentException("virtual-hosts: " + other + " and " + host + " both have " + what
                    + "; take it from one of them, or give them different channels");
        }
    }

    /** Returns whether there are any. */
    public boolean isEmpty() {
        return settings.isEmpty();
    }

    /** The settings of one; null where there is none of that name. */
    public @Nullable VirtualHostSettings settings(String host) {
        return settings.get(host);
    }

    /**
     * The name of the host that a request is for. Runs on muxer threads.
     *
     * @param channel the name of the channel that it came in by
     * @param authority host and port as the client named them, well-formed; null where it named none
     */
    public String find(String channel, @Nullable String authority) {
        Table table = byChannel.getOrDefault(channel, others);
        if (authority == null || table.exact.isEmpty() && table.wild.isEmpty()) {
            return table.rest;
        }
        String name = HostNames.of(authority);
        String exact = table.exact.get(name);
        if (exact != null) {
            return exact;
        }
        if (!table.wild.isEmpty()) {
            for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
                String wild = table.wild.get(name.substring(dot + 1));
                if (wild != null) {
                    return wild;
                }
            }
        }
        return table.rest;
    }

    /** The names of all, in no order. */
    public List<String> names() {
        return List.copyOf(settings.keySet());
    }
}
