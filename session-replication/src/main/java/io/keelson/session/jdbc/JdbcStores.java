package io.keelson.session.jdbc;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.naming.NameOwner;
import io.keelson.kernel.naming.Naming;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionStoreProvider;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.store.VaultSessionStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** Makes the stores of the type {@code jdbc} and {@code async-jdbc}. Thread-safe. */
public final class JdbcStores implements SessionStoreProvider {
    private final Naming naming;
    private final boolean clustered;

    /**
     * With the data sources of a server.
     *
     * @param clustered whether other servers may have the same applications
     */
    public JdbcStores(Naming naming, boolean clustered) {
        this.naming = naming;
        this.clustered = clustered;
    }

    @Override
    public Set<StoreType> types() {
        return Set.of(StoreType.JDBC, StoreType.ASYNC_JDBC);
    }

    @Override
    public SessionStore make(Wanted wanted) throws DeploymentException {
        String application = wanted.application();
        String source = wanted.dataSource();
        if (source == null) {
            throw new DeploymentException(
                    "it needs a data source; name one of this server's by" + " persistent-data-source-jndi-name");
        }
        if (!wanted.table().matches(SessionTable.NAME)) {
            throw new DeploymentException("persistent-store-table '" + wanted.table() + "' is no name of a table");
        }
        if (application.length() > 250) {
            throw new DeploymentException("the name of the application is longer than 250 characters");
        }
        try {
            find(source);
        } catch (SQLException e) {
            throw new DeploymentException(String.valueOf(e.getMessage()), e);
        }
        NameOwner sessions = naming.owner("the sessions of application " + application, null);
        naming.relies(source, sessions, false);
        wanted.deployment().onUndeploy(sessions::close);
        JdbcVault vault = new JdbcVault(
                application,
                () -> open(source),
                wanted.table(),
                clustered,
                why -> VaultSessionStore.reportTorn(application, wanted.type(), why));
        return new VaultSessionStore(
                wanted.type(),
                vault,
                wanted.mostInMemory(),
                wanted.type() == StoreType.ASYNC_JDBC ? wanted.delay() : null);
    }

    /** Looked up each time: it may be another after a change of the configuration. */
    private Connection open(String name) throws SQLException {
        return find(name).getConnection();
    }

    private DataSource find(String name) throws SQLException {
        try {
            if (naming.context().lookup(name) instanceof DataSource source) {
                return source;
            }
            throw new SQLException("what is bound as '" + name + "' is no data source");
        } catch (NamingException e) {
            throw new SQLException(
                    "no data source of this server is bound as '" + name + "'; see data-sources in" + " domain.yaml: "
                            + e.getMessage(),
                    e);
        }
    }
}
