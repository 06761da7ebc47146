package io.keelson.session.grid;

import io.keelson.base.config.PasswordFile;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.loader.Parts;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionStoreProvider;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.grid.GridConnector.Access;
import io.keelson.session.grid.GridConnector.Address;
import io.keelson.session.grid.GridConnector.Grid;
import io.keelson.session.grid.GridConnector.Login;
import io.keelson.session.store.VaultSessionStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the stores of the type {@code cache}: sessions on a data grid. Thread-safe: its lock guards the grids that are in use. */
public final class CacheStores implements SessionStoreProvider, AutoCloseable {
    private static final String PART = "hotrod";
    private static final int USUAL_PORT = 11222;

    private final Supplier<Map<String, GridSettings>> settings;
    private final Parts parts;
    private final Path domain;
    private final @Nullable OwnGrid own;
    private final Map<String, Grid> grids = new HashMap<>();

    /**
     * With the grids of a domain.
     *
     * @param domain its directory
     * @param own the grid that the servers of the cluster have among themselves; null: this server is in no cluster
     */
    public CacheStores(Supplier<Map<String, GridSettings>> settings, Parts parts, Path domain, @Nullable OwnGrid own) {
        this.settings = settings;
        this.parts = parts;
        this.domain = domain;
        this.own = own;
    }

    @Override
    public Set<StoreType> types() {
        return Set.of(StoreType.CACHE);
    }

    @Override
    public SessionStore make(Wanted wanted) throws DeploymentException {
        String application = wanted.application();
        Map<String, GridSettings> all = settings.get();
        Grid grid = all.isEmpty() && wanted.dataSource() == null ? ownGrid() : named(wanted.dataSource(), all);
        return new VaultSessionStore(
                wanted.type(),
                grid.vault(
                        application, own != null, why -> VaultSessionStore.reportTorn(application, wanted.type(), why)),
                wanted.mostInMemory());
    }

    private Grid ownGrid() throws DeploymentException {
        if (own == null) {
            throw new DeploymentException(
                    "it needs a data grid, and this server is in no cluster, whose servers could have one"
                            + " among themselves; describe one in session-grids of domain.yaml");
        }
        return own.grid();
    }

    private Grid named(@Nullable String asked, Map<String, GridSettings> all) throws DeploymentException {
        String name = name(asked, all);
        return grid(name, Objects.requireNonNull(all.get(name)));
    }

    /** The one that is named, else the only one. */
    private static String name(@Nullable String asked, Map<String, GridSettings> all) throws DeploymentException {
        if (all.isEmpty()) {
            throw new DeploymentException(
                    "no session grid is called '" + asked + "'; describe one in session-grids of domain.yaml");
        }
        if (asked == null) {
            if (all.size() > 1) {
                throw new DeploymentException("the domain has several session-grids: "
                        + String.join(", ", new TreeSet<>(all.keySet()))
                        + "; name one by persistent-data-source-jndi-name");
            }
            return all.keySet().iterator().next();
        }
        Stream<String> named = all.entrySet().stream()
                .filter(grid -> grid.getKey().equals(asked)
                        || grid.getValue().jndiNames().contains(asked))
                .map(Map.Entry::getKey);
        return named.findFirst()
                .orElseThrow(() -> new DeploymentException("no session grid is called '" + asked + "'; the domain has "
                        + String.join(", ", new TreeSet<>(all.keySet()))));
    }

    private synchronized Grid grid(String name, GridSettings described) throws DeploymentException {
        Grid there = grids.get(name);
        if (there == null) {
            there = connector().grid(access(name, described));
            grids.put(name, there);
        }
        return there;
    }

    /** The part's jars are opened by the first application that needs them. */
    private GridConnector connector() throws DeploymentException {
        if (!parts.names().contains(PART)) {
            throw new DeploymentException(
                    "this server has no part '" + PART + "' to speak with a grid; install the distribution again");
        }
        return ServiceLoader.load(GridConnector.class, parts.loader(PART))
                .findFirst()
                .orElseThrow(
                        () -> new DeploymentException("the part '" + PART + "' of this server is not whole: it has no "
                                + GridConnector.class.getName() + "; install the distribution again"));
    }

    private Access access(String name, GridSettings described) throws DeploymentException {
        List<Address> addresses = new ArrayList<>();
        for (String each : described.addresses()) {
            addresses.add(address(name, each));
        }
        if (addresses.isEmpty()) {
            throw new DeploymentException("session-grids." + name + ".addresses is empty");
        }
        String user = described.user();
        Login login = user == null ? null : new Login(user, password(name, described), described.saslMechanism());
        if (login != null && login.mechanism().equals("PLAIN") && !described.tlsEnabled()) {
            throw new DeploymentException("session-grids." + name
                    + " would send the password in the clear; turn tls-enabled on, or choose another sasl-mechanism");
        }
        Path trust = described.trustFile();
        return new Access(
                name,
                addresses,
                described.cache(),
                login,
                described.tlsEnabled(),
                trust == null ? null : domain.resolve(trust),
                described.connectTimeout(),
                described.requestTimeout());
    }

    private static Address address(String name, String text) throws DeploymentException {
        int colon = text.lastIndexOf(':');
        boolean port = colon > text.lastIndexOf(']') && text.indexOf(':') == colon || text.contains("]:");
        try {
            String host = (port ? text.substring(0, colon) : text).replaceAll("[\\[\\]]", "");
            int number = port ? Integer.parseInt(text.substring(colon + 1)) : USUAL_PORT;
            if (!host.isBlank() && number > 0 && number < 65_536) {
                return new Address(host, number);
            }
        } catch (NumberFormatException e) {
            throw wrongAddress(name, text, e);
        }
        throw wrongAddress(name, text, null);
    }

    private static DeploymentException wrongAddress(String name, String text, @Nullable Throwable cause) {
        return new DeploymentException(
                "session-grids." + name + ".addresses: expected host:port, found '" + text + "'", cause);
    }

    private String password(String name, GridSettings described) throws DeploymentException {
        Path file = described.passwordFile();
        if (file == null) {
            String given = described.password();
            if (given == null) {
                throw new DeploymentException("session-grids." + name + " has a user and no password");
            }
            return given;
        }
        Path place = domain.resolve(file);
        try {
            return PasswordFile.read(place);
        } catch (IOException e) {
            throw new DeploymentException(
                    "the password-file " + place + " of session-grids." + name + " cannot be read: " + e.getMessage(),
                    e);
        }
    }

    /** Closes the connections to all grids; the applications have ended. */
    @Override
    public synchronized void close() {
        grids.values().forEach(Grid::close);
        grids.clear();
    }
}
