package io.keelson.session.cookie;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionStoreProvider;
import io.keelson.servlet.spi.StoreType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Makes the stores of the type {@code cookie}. Thread-safe. */
public final class CookieStores implements SessionStoreProvider {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");

    private final Path domain;
    private final Set<CookieSessionStore> stores = ConcurrentHashMap.newKeySet();

    /** With the keys of that domain. */
    public CookieStores(Path domain) {
        this.domain = domain;
    }

    @Override
    public Set<StoreType> types() {
        return Set.of(StoreType.COOKIE);
    }

    @Override
    public SessionStore make(Wanted wanted) throws DeploymentException {
        String application = wanted.application();
        if (!NAME.matcher(wanted.cookie()).matches()) {
            throw new DeploymentException(
                    "persistent-store-cookie-name '" + wanted.cookie() + "' is no name of a cookie");
        }
        CookieSeal seal;
        try {
            seal = new CookieSeal(application, CookieKeys.of(domain));
        } catch (IOException e) {
            throw new DeploymentException("the keys for sessions in cookies cannot be read: " + e.getMessage(), e);
        }
        CookieSessionStore store = new CookieSessionStore(application, wanted.cookie(), seal);
        wanted.deployment().onUndeploy(() -> stores.remove(store));
        stores.add(store);
        return store;
    }

    /** Returns what is counted, by application. */
    public List<CookieRuntime> runtime() {
        return stores.stream()
                .filter(CookieSessionStore::isOpen)
                .map(CookieSessionStore::runtime)
                .sorted(Comparator.comparing(CookieRuntime::application))
                .toList();
    }
}
