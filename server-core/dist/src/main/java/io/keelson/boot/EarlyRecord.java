package io.keelson.boot;

import io.keelson.admin.domain.ProcessMark;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.lifecycle.ServerStateListener;
import java.io.IOException;

/**
 * The record by which clients see a server that has no management interface yet, or never gets one: that it starts, and how
 * it ended. In between the management interface writes it, as it knows the addresses.
 */
final class EarlyRecord implements ServerStateListener {
    private final ServerIdentity identity;

    EarlyRecord(ServerIdentity identity) {
        this.identity = identity;
    }

    @Override
    public void changed(ServerState from, ServerState to) {
        if (to.isEnd()) {
            write(to);
        }
    }

    /** Replaces what an earlier process has left. A record that cannot be written is logged and does not hold up the server. */
    void write(ServerState state) {
        ProcessHandle self = ProcessHandle.current();
        String version = ServerRecord.class.getPackage().getImplementationVersion();
        ServerRecord record = new ServerRecord(
                identity.name(),
                state.name(),
                self.pid(),
                ProcessMark.of(self).orElse(null),
                null,
                null,
                version == null ? "development" : version);
        try {
            record.write(identity.directory());
        } catch (IOException e) {
            BootLog.LOG.stateNotWritten(ServerRecord.file(identity.directory()), e.toString());
        }
    }
}
