package io.keelson.admin.machine;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.EditException;
import io.keelson.kernel.config.SettingPath;
import io.keelson.kernel.machine.MachineFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the admin server's machine the first one of a domain that is to have several: the domain's authority, the machine's certificate,
 * and in {@code domain.yaml} a channel with TLS on which other machines reach its servers, and TLS between the servers of a cluster.
 * Holds nothing.
 */
public final class MachineSetup {
    /** The channel on which the servers of a machine are reached by other machines. */
    public static final String CHANNEL = "machines";

    private static final Duration LIFE = Duration.ofDays(90);

    private MachineSetup() {}

    /** Returns what a channel says that shows the machine's certificate and asks others for theirs. */
    public static Map<String, Object> tls() {
        Map<String, Object> tls = new LinkedHashMap<>();
        tls.put("certificate", "security/machine.pem");
        tls.put("key", "security/machine.key");
        tls.put("client-auth", "wanted");
        tls.put("trust", "security/ca.pem");
        return tls;
    }

    /**
     * Sets the domain up.
     *
     * @param name the machine's name
     * @param addresses where others reach it, the first for the admin server
     * @param port the admin server's port for machines; members of a cluster get the next ones
     * @throws DomainException when a server runs, the machine has a name already, or a name cannot be
     */
    public static ThisMachine init(DomainDirectory domain, String name, List<String> addresses, int port, Ticker ticker)
            throws DomainException, IOException {
        if (!Names.name(name)) {
            throw new DomainException("'" + name + "' is no name of a machine: use letters, digits, '.', '_' and '-'");
        }
        if (addresses.isEmpty() || !addresses.stream().allMatch(Names::address)) {
            throw new DomainException("a machine has at least one address, each a name or an IP address");
        }
        if (new MachineFiles(domain.path()).present()) {
            throw new DomainException(domain + " is set up for several machines already, see 'keelson machine list'");
        }
        if (domain.servers().stream().anyMatch(ServerStatus::alive)) {
            throw new DomainException("servers of " + domain + " run; end them first with 'keelson stop'");
        }
        ThisMachine here = new ThisMachine(name, name, addresses, 0);
        DomainFile file = edited(domain, here, port);
        Enrolment.writeOwn(domain, here, LIFE, ticker);
        new MachineRegistry(domain).change(content -> content);
        here.write(domain);
        file.write();
        return here;
    }

    private static DomainFile edited(DomainDirectory domain, ThisMachine here, int port)
            throws DomainException, IOException {
        String address = here.addresses().get(0);
        int next = port;
        try {
            DomainFile file = DomainFile.read(domain.configuration());
            List<String> clusters = file.keys(SettingPath.of("clusters"));
            for (String cluster : clusters) {
                file = file.edit(SettingPath.of("clusters", cluster, "tls"), Map.of());
            }
            for (ServerStatus server : domain.servers()) {
                boolean admin = server.name().equals(domain.adminServer());
                if (!admin && server.cluster() == null) {
                    continue;
                }
                Map<String, Object> channel = new LinkedHashMap<>();
                channel.put("listen-address", address);
                channel.put("listen-port", admin ? port : ++next);
                channel.put("protocols", List.of("http", "keelson"));
                channel.put("tls", tls());
                file = file.edit(SettingPath.of("servers", server.name(), "channels", CHANNEL), channel);
                if (!clusters.isEmpty()) {
                    file = file.edit(SettingPath.of("servers", server.name(), "cluster-address"), address);
                }
            }
            return file;
        } catch (ConfigurationException | EditException e) {
            throw new DomainException("the domain's configuration cannot be changed: " + e.getMessage(), e);
        }
    }
}
