package io.keelson.boot;

import io.keelson.kernel.machine.MachineTls;
import io.keelson.kernel.machine.Revoked;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Closes the connections with machines that were put out of the domain, once this machine has been told. Used by one thread at a time. The
 * sockets of the cluster look by themselves. See docs/design/enrolment.md.
 */
final class RemovedMachines {
    private final MachineTls machines;
    private final ToIntFunction<Predicate<X509Certificate>> clients;
    private final ToIntFunction<Predicate<X509Certificate>> servers;
    private @Nullable Revoked said;
    private @Nullable String trouble;

    /**
     * @param clients is told what counts no more where others connect here; gives how many connections it closed
     * @param servers the same for the connections that this server has made
     */
    RemovedMachines(
            MachineTls machines,
            ToIntFunction<Predicate<X509Certificate>> clients,
            ToIntFunction<Predicate<X509Certificate>> servers) {
        this.machines = machines;
        this.clients = clients;
        this.servers = servers;
    }

    /** Looks once. */
    void look() {
        try {
            Revoked now = machines.revoked();
            int closed = now.equals(said) ? 0 : clients.applyAsInt(now);
            // Each time: a handshake that had looked at the list before it changed may end after that.
            closed += servers.applyAsInt(now);
            said = now;
            trouble = null;
            if (closed > 0) {
                BootLog.LOG.removedMachinesLeft(closed);
            }
        } catch (IOException | RuntimeException e) { // a scheduler would never call again
            if (!e.toString().equals(trouble)) {
                trouble = e.toString();
                BootLog.LOG.removedMachinesUnknown(e);
            }
        }
    }
}
