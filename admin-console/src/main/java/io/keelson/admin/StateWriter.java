package io.keelson.admin;

import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ProcessMark;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.admin.rest.Addresses;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.lifecycle.ServerStateListener;
import io.keelson.kernel.machine.MachineTls;
import io.keelson.kernel.watch.Alarms;
import io.keelson.kernel.watch.HangingThreads;
import io.keelson.kernel.watch.HungThread;
import io.keelson.net.Channels;
import io.keelson.net.Channels.ListeningChannel;
import io.keelson.net.tls.ChannelTls;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the record by which clients find the server up to date. Told by the life cycle, one change at a time, and by channels
 * whose certificates have changed; {@code lock} puts the two in order and guards {@code written}. A record that cannot be
 * written is logged and does not hold up the server.
 */
final class StateWriter implements ServerStateListener {
    private static final String DEFAULT = "Default";

    private final ServerIdentity identity;
    private final Channels channels;
    private final HangingThreads hanging;
    private final Alarms alarms;
    private final String version;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable ServerState written;

    StateWriter(ServerIdentity identity, Channels channels, HangingThreads hanging, Alarms alarms, String version) {
        this.identity = identity;
        this.channels = channels;
        this.hanging = hanging;
        this.alarms = alarms;
        this.version = version;
    }

    @Override
    public void changed(ServerState from, ServerState to) {
        write(to);
    }

    /** Has the record follow the certificates of the channels that listen now, and the alarms. */
    void watch() {
        hanging.addListener(this::writeAgain);
        alarms.addListener(this::writeAgain);
        for (ListeningChannel channel : channels.listening()) {
            ChannelTls tls = opened(channel);
            if (tls != null) {
                tls.afterReload(this::writeAgain);
            }
        }
    }

    private void writeAgain() {
        lock.lock();
        try {
            if (written != null && !written.isEnd()) {
                write(written);
            }
        } finally {
            lock.unlock();
        }
    }

    void write(ServerState state) {
        lock.lock();
        try {
            written = state;
            record(state).write(identity.directory());
        } catch (IOException e) {
            AdminLog.LOG.stateNotWritten(ServerRecord.file(identity.directory()), e.toString());
        } finally {
            lock.unlock();
        }
    }

    private ServerRecord record(ServerState state) {
        List<ListeningChannel> listening = state.isEnd() ? List.of() : channels.listening();
        ProcessHandle self = ProcessHandle.current();
        return new ServerRecord(
                identity.name(),
                state.name(),
                self.pid(),
                ProcessMark.of(self).orElse(null),
                endpoint(listening, false),
                endpoint(listening, true),
                version,
                remote(listening),
                null,
                alarm());
    }

    /** Returns the threads that hang and the failures that last, in a line; null for none. */
    private @Nullable String alarm() {
        List<String> all = new ArrayList<>();
        for (HungThread each : hanging.hanging()) {
            all.add("thread \"" + each.thread() + "\" (" + each.roleText() + ") hangs");
        }
        alarms.failures().forEach((part, failure) -> all.add(part + ": " + failure));
        return all.isEmpty() ? null : String.join(", ", all);
    }

    /** The default channel for users, the admin channel (else the default one) for operators; one without TLS before one with it. */
    private @Nullable Endpoint endpoint(List<ListeningChannel> listening, boolean admin) {
        return listening.stream()
                .filter(c -> c.protocols().contains("http"))
                .min(Comparator.comparing((ListeningChannel c) -> c.admin() != admin)
                        .thenComparing(ListeningChannel::secure)
                        .thenComparing(c -> !c.name().equals(DEFAULT)))
                .filter(c -> admin || !c.admin())
                // Users of applications go on in the clear where that is what the channel is for.
                .map(c -> new Endpoint(Addresses.text(c.address()), admin || c.secure() ? certificates(c) : List.of()))
                .orElse(null);
    }

    /** In the clear administration takes no login that does not come from loopback: who calls an address of the network speaks TLS. */
    private @Nullable ChannelTls opened(ListeningChannel channel) {
        InetAddress at = channel.address().getAddress();
        if (!channels.tlsBeside(channel.name())) {
            return channels.tls(channel.name());
        }
        if (at.isLoopbackAddress() || at.isAnyLocalAddress()) {
            return null;
        }
        try {
            return channels.openTls(channel.name());
        } catch (IOException e) {
            // Logged by who could not make it; what needs no login goes on in the clear.
            return null;
        }
    }

    /**
     * Returns where other machines reach the management interface: a channel that shows this machine's certificate, the admin channel
     * first.
     */
    private @Nullable Endpoint remote(List<ListeningChannel> listening) {
        return listening.stream()
                .filter(c -> c.protocols().contains("http"))
                .min(Comparator.comparing((ListeningChannel c) -> !ofMachine(c)).thenComparing(c -> !c.admin()))
                .filter(this::ofMachine)
                .map(c -> new Endpoint(Addresses.text(c.address()), certificates(c)))
                .orElse(null);
    }

    private boolean ofMachine(ListeningChannel channel) {
        ChannelTls tls = channels.tls(channel.name());
        return tls != null
                && tls.certificates().stream().anyMatch(shown -> shown.subject().contains(MachineTls.SUBJECT));
    }

    /** Returns where other machines reach the management interface; null where they do not. */
    @Nullable
    Endpoint remote() {
        return remote(channels.listening());
    }

    /** Returns where the management interface answers; null where nothing listens. */
    @Nullable
    Endpoint management() {
        return endpoint(channels.listening(), true);
    }

    private List<String> certificates(ListeningChannel channel) {
        ChannelTls tls = opened(channel);
        return tls == null
                ? List.of()
                : tls.certificates().stream()
                        .map(ChannelTls.Certificate::fingerprint)
                        .toList();
    }
}
