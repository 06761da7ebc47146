package io.keelson.resource;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.util.List;

/**
 * A data source over others.
 *
 * @param jndiNames names in the server tree; without any its own
 * @param members the data sources that give its connections, the first one first
 * @param algorithm which of them is asked first
 * @param failoverIfBusy whether a member whose connections are all in use is passed over, too
 * @param servers the servers that have it; empty: all
 */
@Section(
        value = "multi-data-sources.*",
        help = "A data source whose connections come from one of several others, for databases that hold the same.")
public record MultiDataSourceSettings(
        @Setting(
                help = "Names in the server tree, as jdbc/orders; without any the multi data source's own name.",
                change = Change.LIVE)
        List<String> jndiNames,

        @Setting(
                help = "Data sources that give its connections, in the order in which failover asks them. All take part"
                        + " in transactions in the same way.",
                reference = "data-sources",
                change = Change.LIVE)
        List<String> members,

        @Setting(
                help = "failover: the first member whose database is reached; load-balancing: one after the other.",
                defaultValue = "failover",
                change = Change.LIVE)
        Algorithm algorithm,

        @Setting(
                help = "Whether the next member is asked where all connections of one are in use until its"
                        + " connection-reserve-timeout.",
                defaultValue = "false",
                change = Change.LIVE)
        boolean failoverIfBusy,

        @Setting(
                help = "Servers that have it; without any all servers. Its members have to be there, too.",
                reference = "servers",
                change = Change.LIVE)
        List<String> servers) {
    /** Order in which members are asked. */
    public enum Algorithm {
        /** The first one, as long as its database is reached. */
        FAILOVER,
        /** One after the other. */
        LOAD_BALANCING
    }

    public MultiDataSourceSettings {
        jndiNames = List.copyOf(jndiNames);
        members = List.copyOf(members);
        servers = List.copyOf(servers);
        if (members.isEmpty()) {
            throw new IllegalArgumentException("it has no members; name the data sources that give its connections");
        }
        if (members.size() != members.stream().distinct().count()) {
            throw new IllegalArgumentException("one of members is given twice: " + members);
        }
        if (jndiNames.size() != jndiNames.stream().distinct().count()) {
            throw new IllegalArgumentException("one of jndi-names is given twice: " + jndiNames);
        }
        for (String name : jndiNames) {
            if (name.isBlank() || name.contains(":")) {
                throw new IllegalArgumentException(
                        "'" + name + "' is no name of the server tree; write it without a scheme, as jdbc/orders");
            }
        }
    }

    /**
     * Returns the names at which it is bound.
     *
     * @param own the name of its entry
     */
    List<String> names(String own) {
        return jndiNames.isEmpty() ? List.of(own) : jndiNames;
    }

    boolean isOn(String server) {
        return servers.isEmpty() || servers.contains(server);
    }
}
