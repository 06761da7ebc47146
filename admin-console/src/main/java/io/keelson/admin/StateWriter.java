package io.keelson.admin;

import io.keelson.admin.domain.ProcessMark;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.lifecycle.ServerStateListener;
import io.keelson.net.Channels;
import io.keelson.net.Channels.ListeningChannel;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the record by which clients find the server up to date. Told by the life cycle, one change at a time; a record that
 * cannot be written is logged and does not hold up the server.
 */
final class StateWriter implements ServerStateListener {
    private static final String DEFAULT = "Default";

    private final ServerIdentity identity;
    private final Channels channels;
    private final String version;

    StateWriter(ServerIdentity identity, Channels channels, String version) {
        this.identity = identity;
        this.channels = channels;
        this.version = version;
    }

    @Override
    public void changed(ServerState from, ServerState to) {
        write(to);
    }

    void write(ServerState state) {
        List<ListeningChannel> listening = state.isEnd() ? List.of() : channels.listening();
        ProcessHandle self = ProcessHandle.current();
        ServerRecord record = new ServerRecord(
                identity.name(),
                state.name(),
                self.pid(),
                ProcessMark.of(self).orElse(null),
                address(listening, false),
                address(listening, true),
                version);
        try {
            record.write(identity.directory());
        } catch (IOException e) {
            AdminLog.LOG.stateNotWritten(ServerRecord.file(identity.directory()), e.toString());
        }
    }

    /**
     * The default channel for users, the admin channel (else the default one) for operators. The command line speaks no TLS,
     * so that a channel with it counts for users only.
     */
    private static @Nullable String address(List<ListeningChannel> listening, boolean admin) {
        return listening.stream()
                .filter(c -> c.protocols().contains("http"))
                .filter(c -> !(admin && c.secure()))
                .min(Comparator.comparing((ListeningChannel c) -> c.admin() != admin)
                        .thenComparing(ListeningChannel::secure)
                        .thenComparing(c -> !c.name().equals(DEFAULT)))
                .filter(c -> admin || !c.admin())
                .map(c -> Addresses.text(c.address()))
                .orElse(null);
    }
}
