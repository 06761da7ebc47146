package io.keelson.admin.domain;

import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.EditException;
import io.keelson.kernel.config.SettingPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The managed servers of a new domain: {@code server-1} and so on, the members of {@code cluster-1}, beside the admin server
 * on loopback. The admin server listens on 7001 or another port, they two, four and so on above: the port between is for TLS. For one
 * another the servers listen 100 ports above.
 */
final class ManagedServers {
    private static final String CLUSTER = "cluster-1";
    private static final String TEMPLATE = "managed";
    static final int ADMIN_PORT = 7001;
    private static final int CLUSTER_PORTS = 100;
    private static final int HIGHEST_PORT = 65_535;

    private ManagedServers() {}

    /** Returns the highest port of an admin server: the last port of the last server is a number of a port still. */
    static int highestAdminPort(int managed) {
        return HIGHEST_PORT - 1 - (managed == 0 ? 0 : 2 * managed + CLUSTER_PORTS);
    }

    private static DomainFile admin(Path file, String text, String adminServer, int port)
            throws ConfigurationException, EditException {
        DomainFile domain = DomainFile.parse(file, text);
        return port == ADMIN_PORT
                ? domain
                : domain.edit(SettingPath.of("servers", adminServer, "listen-port"), port)
                        .edit(SettingPath.of("servers", adminServer, "tls-listen-port"), port + 1);
    }

    /**
     * The text of a new {@code domain.yaml} with so many managed servers, which are made from a template: the same servers at the same
     * ports, and more by another size.
     */
    static String dynamic(Path file, String text, String adminServer, int managed, int adminPort) throws IOException {
        Map<String, Object> template = new LinkedHashMap<>();
        template.put("listen-port", adminPort + 2);
        template.put("tls-listen-port", adminPort + 3);
        template.put("cluster-port", adminPort + 2 + CLUSTER_PORTS);
        Map<String, Object> dynamic = new LinkedHashMap<>();
        dynamic.put("template", TEMPLATE);
        dynamic.put("size", managed);
        dynamic.put("max-size", DomainDirectory.MOST_MANAGED_SERVERS);
        dynamic.put("name-prefix", "server-");
        try {
            DomainFile domain = admin(file, text, adminServer, adminPort)
                    .edit(SettingPath.of("servers", adminServer, "cluster-port"), adminPort + CLUSTER_PORTS);
            return domain.edit(SettingPath.of("server-templates", TEMPLATE), template)
                    .edit(SettingPath.of("clusters", CLUSTER, "dynamic"), dynamic)
                    .text();
        } catch (ConfigurationException | EditException e) {
            throw new IOException("the managed servers cannot be added to " + file + ": " + e.getMessage(), e);
        }
    }

    /** The text of a new {@code domain.yaml} with so many managed servers. */
    static String added(Path file, String text, String adminServer, int managed, int adminPort) throws IOException {
        try {
            if (managed == 0) {
                return admin(file, text, adminServer, adminPort).text();
            }
            DomainFile domain = admin(file, text, adminServer, adminPort)
                    .edit(SettingPath.of("servers", adminServer, "cluster-port"), adminPort + CLUSTER_PORTS);
            for (int i = 1; i <= managed; i++) {
                int port = adminPort + 2 * i;
                Map<String, Object> server = new LinkedHashMap<>();
                server.put("cluster", CLUSTER);
                server.put("listen-port", port);
                server.put("tls-listen-port", port + 1);
                server.put("cluster-port", port + CLUSTER_PORTS);
                domain = domain.edit(SettingPath.of("servers", "server-" + i), server);
            }
            return domain.edit(SettingPath.of("clusters", CLUSTER), Map.of()).text();
        } catch (ConfigurationException | EditException e) {
            throw new IOException("the managed servers cannot be added to " + file + ": " + e.getMessage(), e);
        }
    }
}
