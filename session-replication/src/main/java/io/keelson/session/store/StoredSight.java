package io.keelson.session.store;

import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.kernel.spi.session.SessionSight.Holding;
import io.keelson.kernel.spi.session.SessionSight.Where;
import io.keelson.session.marshal.StoredContent;
import io.keelson.session.store.SessionVault.Stored;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Sight of a session that is in the vault, and not in this server's memory, for management. */
final class StoredSight {
    private StoredSight() {}

    static Optional<SessionSight> of(SessionVault vault, String id, @Nullable String naming) {
        try {
            Stored stored = vault.read(id);
            return stored == null
                    ? Optional.empty()
                    : Optional.of(new SessionSight(
                            Where.of(Holding.STORED, OptionalLong.of(stored.version()), false),
                            StoredContent.of(stored.record(), naming),
                            List.of()));
        } catch (IOException e) {
            StoreLog.LOG.debugf(e, "a session cannot be looked at now");
            return Optional.of(new SessionSight(
                    Where.of(Holding.UNREACHABLE, OptionalLong.empty(), false), SessionSight.Content.NONE, List.of()));
        }
    }
}
