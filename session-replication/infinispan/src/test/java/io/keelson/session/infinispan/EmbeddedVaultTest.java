package io.keelson.session.infinispan;

import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.grid.GridVault;
import io.keelson.session.infinispan.MemoryCluster.Server;
import io.keelson.session.store.VaultSessionStore;
import io.keelson.session.store.VaultStoreContractTest;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Sessions on a grid of one server: so what is due is its own affair. Several are in EmbeddedGridTest. */
class EmbeddedVaultTest extends VaultStoreContractTest {
    private static MemoryCluster cluster;
    private static Server one;

    /** Each test has an application of its own on the grid that they share. */
    private final String shop = "shop-" + UUID.randomUUID();

    @BeforeAll
    static void openTheGrid() {
        cluster = new MemoryCluster(2);
        one = cluster.opens("a");
        one.ready();
    }

    @AfterAll
    static void closeTheGrid() throws InterruptedException {
        cluster.close();
    }

    @Override
    protected SessionStore make(int mostInMemory) {
        return new VaultSessionStore(StoreType.CACHE, new GridVault(one.grid, shop, false, why -> {}), mostInMemory);
    }
}
