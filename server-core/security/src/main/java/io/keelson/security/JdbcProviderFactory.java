package io.keelson.security;

import java.sql.SQLNonTransientConnectionException;
import java.util.Objects;

/** Makes providers of the type {@code jdbc}. */
public final class JdbcProviderFactory implements RealmProviderFactory {
    @Override
    public RealmProviderSettings.Type type() {
        return RealmProviderSettings.Type.JDBC;
    }

    @Override
    public RealmProvider make(Wanted wanted) {
        String source = Objects.requireNonNull(wanted.settings().jdbc().dataSource(), "checked by the settings");
        return new JdbcUsers(wanted, () -> {
            if (wanted.connections().isEmpty()) {
                throw new SQLNonTransientConnectionException("this server has no data sources");
            }
            return wanted.connections().get().connection(source);
        });
    }
}
