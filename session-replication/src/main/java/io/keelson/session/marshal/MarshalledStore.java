package io.keelson.session.marshal;

import io.keelson.servlet.spi.AttributeCost;
import io.keelson.servlet.spi.SessionStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store that keeps attributes as bytes. Thread-safe. */
public interface MarshalledStore extends SessionStore {
    /** Returns what writes them; null before the store has been opened. */
    @Nullable
    Marshalling marshallingIfOpen();

    @Override
    default void beingSet(String name, Object value) {
        Marshalling there = marshallingIfOpen();
        if (there != null) {
            there.beingSet(name, value);
        }
    }

    @Override
    default List<AttributeCost> costs() {
        Marshalling there = marshallingIfOpen();
        return there == null ? List.of() : there.costs();
    }
}
