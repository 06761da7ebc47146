package io.keelson.session.store;

import io.keelson.servlet.session.MemorySessionStore;
import io.keelson.servlet.spi.SessionStore;

/** The servlet container's own store holds the same contract. */
class MemoryStoreContractTest extends SessionStoreContractTest {
    @Override
    protected SessionStore make(int mostInMemory) {
        return new MemorySessionStore();
    }
}
