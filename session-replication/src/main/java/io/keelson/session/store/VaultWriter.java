package io.keelson.session.store;

import io.keelson.base.time.Ticker;
import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SessionState;
import io.keelson.session.store.SessionVault.Stored;
import jakarta.servlet.http.HttpSessionActivationListener;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;

/** Writes the sessions of memory into the vault, and takes over what other servers have written there. Thread-safe. */
final class VaultWriter {
    private static final int MOST_CONFLICTS = 5;

    private final SessionVault vault;
    private final ConcurrentMap<String, HeldSession> held;
    private final SessionHost host;
    private final Outage outage;

    VaultWriter(SessionVault vault, ConcurrentMap<String, HeldSession> held, SessionHost host, Outage outage) {
        this.vault = vault;
        this.held = held;
        this.host = host;
        this.outage = outage;
    }

    private Ticker ticker() {
        return host.ticker();
    }

    /** Writes a session. Under its lock. False where the vault cannot be reached. */
    boolean save(HeldSession there) {
        SessionState state = there.state;
        try {
            for (int i = 0; i < MOST_CONFLICTS && !there.gone; i++) {
                long accessed = state.thisAccess();
                if (vault.write(there.version, there.image.record(state))) {
                    there.written(accessed);
                    return true;
                }
                settle(there);
            }
            if (!there.gone) {
                throw new IOException("others changed a session " + MOST_CONFLICTS + " times in a row");
            }
            return true;
        } catch (IOException e) {
            there.soil(ticker().nanoTime());
            outage.begin(e);
            return false;
        }
    }

    /** Another server has written the session, or ended it, since it came here. */
    private void settle(HeldSession there) throws IOException {
        Stored theirs = vault.read(there.state.id());
        if (theirs == null) {
            // Its listeners have been told there.
            forget(there);
            there.state.beginEnd();
            there.state.end();
        } else {
            there.image.merge(theirs.record(), there.state, there.unwritten);
            there.version = theirs.version();
        }
    }

    /** Takes a session out of memory. Under its lock. */
    void forget(HeldSession there) {
        there.gone = true;
        held.remove(there.state.id(), there);
    }

    void writeIfBehind(HeldSession there) {
        there.lock.lock();
        try {
            if (there.dirty && !there.gone && save(there)) {
                StoreLog.LOG.tracef("a session of %s was written later", host.application());
            }
        } finally {
            there.lock.unlock();
        }
    }

    /** Writes all that the vault has missed, and says how many that were. */
    int writeMissed() throws IOException {
        int written = 0;
        for (HeldSession there : held.values()) {
            if (!there.dirty) {
                continue;
            }
            there.lock.lock();
            try {
                if (there.dirty && !there.gone) {
                    if (!save(there)) {
                        throw new IOException("a session could not be written");
                    }
                    written++;
                }
            } finally {
                there.lock.unlock();
            }
        }
        return written;
    }

    /** Takes a session out of memory that no request uses; false where that is not possible now. */
    boolean passivate(HeldSession there) {
        there.lock.lock();
        try {
            if (there.gone || !there.state.valid() || outage.lasts() || !there.state.retire()) {
                return false;
            }
            there.leaving = true;
            try {
                prepare(there);
                boolean later = there.dirty || there.state.thisAccess() != there.writtenAccess;
                if (later && !save(there)) {
                    there.state.unretire();
                    host.didActivate(there.state);
                    return false;
                }
                forget(there);
                return true;
            } catch (RuntimeException | Error e) {
                there.state.unretire();
                StoreLog.LOG.moveFailed(host.application(), e);
                return false;
            } finally {
                there.leaving = false;
            }
        } finally {
            there.lock.unlock();
        }
    }

    /** Tells the attributes, which may change what is written of them. */
    private void prepare(HeldSession there) {
        host.willPassivate(there.state);
        there.state.attributes().forEach((name, value) -> {
            if (value instanceof HttpSessionActivationListener) {
                there.state.changed(Set.of(name));
            }
        });
        there.absorb(ticker().nanoTime());
    }

    /** Writes a session as its application ends; false where that fails. Once the vault has failed it is left alone. */
    boolean keep(HeldSession there) {
        there.lock.lock();
        try {
            if (there.gone || !there.state.valid()) {
                return true;
            }
            prepare(there);
            boolean later = there.dirty || there.state.thisAccess() != there.writtenAccess;
            return !later || !outage.lasts() && save(there);
        } catch (RuntimeException | Error e) {
            StoreLog.LOG.moveFailed(host.application(), e);
            return false;
        } finally {
            there.gone = true;
            there.lock.unlock();
        }
    }
}
