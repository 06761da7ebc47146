package io.keelson.admin.agent;

import io.keelson.base.config.Configuration;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The server's agent of SNMP, where its configuration says so. Without a port nothing is opened and there is no thread. Driven by the
 * management subsystem, from one thread at a time.
 *
 * <p>See docs/design/snmp.md.
 */
public final class Agents implements AutoCloseable {
    private final Factories factories;
    private final Function<Settings, AgentFactory.Wanted> wanted;
    private @Nullable Agent agent;

    /** Source of agents. */
    @FunctionalInterface
    public interface Factories {
        /** Opens the part that makes them; empty where this server has none. Asked only when there is to be one. */
        Optional<AgentFactory> open();
    }

    /**
     * Configuration of this server's agent.
     *
     * @param domain for all servers
     * @param port of this server
     */
    public record Settings(SnmpSettings domain, int port) {}

    /**
     * Opens nothing yet.
     *
     * @param wanted makes of the settings all that an agent needs
     */
    public Agents(Factories factories, Function<Settings, AgentFactory.Wanted> wanted) {
        this.factories = factories;
        this.wanted = wanted;
    }

    /** Opens the agent where there is to be one. What hinders it is an error in the log: a server serves without, too. */
    public void start(Configuration configuration) {
        int port = configuration.get(SnmpPort.class).snmpPort();
        if (port == 0) {
            return;
        }
        try {
            agent = opened(new Settings(configuration.get(SnmpSettings.class), port));
            SnmpLog.LOG.answers(
                    agent.address().getAddress().getHostAddress(),
                    agent.address().getPort());
        } catch (IOException e) {
            SnmpLog.LOG.notOpened(String.valueOf(e.getMessage()));
        }
    }

    private Agent opened(Settings settings) throws IOException {
        if (settings.domain().user() == null) {
            throw new IOException("there is an snmp-port, but no snmp.user who may ask");
        }
        AgentFactory factory = factories
                .open()
                .orElseThrow(
                        () -> new IOException("this server does not have the part 'snmp', as a load balancer has no"
                                + " parts; install the distribution again where it is another server"));
        return factory.open(wanted.apply(settings));
    }

    @Override
    public void close() {
        Agent open = agent;
        agent = null;
        if (open != null) {
            open.close();
        }
    }
}
