package io.keelson.net.tls;

import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The TLS of a channel that speaks it beside its protocols in the clear. Keys and certificates are read, and made where there are none,
 * when the first client speaks TLS: a server that nobody asks so has not paid for it at its start. Thread-safe; {@code lock} is held
 * while they are read.
 */
public final class TlsOnDemand {
    private final String channel;
    private final TlsFiles files;
    private final Path directory;
    private final Ticker ticker;
    private final Consumer<ChannelTls> opened;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable ChannelTls ready;
    private boolean failed;

    /**
     * Reads nothing yet.
     *
     * @param directory what the paths of the settings are relative to
     * @param opened gets the TLS once, when it has been read
     */
    public TlsOnDemand(String channel, TlsFiles files, Path directory, Ticker ticker, Consumer<ChannelTls> opened) {
        this.channel = channel;
        this.files = files;
        this.directory = directory;
        this.ticker = ticker;
        this.opened = opened;
    }

    /** Returns what has been read; null before. */
    public @Nullable ChannelTls ready() {
        return ready;
    }

    /**
     * Reads certificate and key, where that has not been done. Blocks, so never on a muxer thread.
     *
     * @throws IOException where they cannot be made or used; that is logged once, and tried again with the next call
     */
    public ChannelTls get() throws IOException {
        ChannelTls known = ready;
        if (known != null) {
            return known;
        }
        lock.lock();
        try {
            known = ready;
            if (known == null) {
                known = new ChannelTls(channel, files.ready(), directory, ticker);
                ready = known;
                opened.accept(known);
            }
            return known;
        } catch (IOException e) {
            if (!failed) {
                failed = true;
                TlsLog.LOG.notOnDemand(channel, String.valueOf(e.getMessage()));
            }
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /** Has the files renewed where that is due, and looks whether they have changed. A failure is logged by who looks. */
    public void look() throws IOException {
        ChannelTls known = ready;
        if (known != null) {
            files.ready();
            known.look();
        }
    }
}
