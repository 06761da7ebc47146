package io.keelson.resource;

import io.keelson.resource.MultiDataSourceSettings.Algorithm;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source whose connections come from one of several others. A member whose database is not reached is passed over until the member
 * itself has reached it again. A transaction stays with the member that gave its first connection. Thread-safe. See
 * docs/design/data-sources.md.
 */
final class MultiDataSource implements DataSource {
    private final String name;
    private final Supplier<Map<String, ManagedDataSource>> sources;
    private final AtomicInteger turn = new AtomicInteger();
    private final Set<String> out = ConcurrentHashMap.newKeySet();
    private final LongAdder reserved = new LongAdder();
    private final LongAdder failovers = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private volatile MultiDataSourceSettings settings;

    /**
     * Makes one.
     *
     * @param sources all data sources of the domain on this server, at the moment
     */
    MultiDataSource(String name, MultiDataSourceSettings settings, Supplier<Map<String, ManagedDataSource>> sources) {
        this.name = name;
        this.settings = settings;
        this.sources = sources;
    }

    /** Works by other settings from now on. */
    void apply(MultiDataSourceSettings next) {
        settings = next;
        out.retainAll(next.members());
    }

    @Override
    public Connection getConnection() throws SQLException {
        MultiDataSourceSettings now = settings;
        List<ManagedDataSource> members = members(now);
        for (ManagedDataSource member : members) {
            Connection present = member.presentConnection();
            if (present != null) {
                return present;
            }
        }
        Connection connection = reserve(now, members);
        reserved.increment();
        return connection;
    }

    private List<ManagedDataSource> members(MultiDataSourceSettings now) {
        Map<String, ManagedDataSource> there = sources.get();
        return now.members().stream().map(there::get).filter(Objects::nonNull).toList();
    }

    private Connection reserve(MultiDataSourceSettings now, List<ManagedDataSource> members) throws SQLException {
        List<String> reasons = new ArrayList<>();
        int first = now.algorithm() == Algorithm.LOAD_BALANCING && !members.isEmpty()
                ? Math.floorMod(turn.getAndIncrement(), members.size())
                : 0;
        SQLException last = null;
        for (int i = 0; i < members.size(); i++) {
            ManagedDataSource member = members.get((first + i) % members.size());
            String away = member.whyAway();
            if (away == null) {
                try {
                    Connection connection = member.getConnection();
                    back(member);
                    return connection;
                } catch (SQLException e) {
                    away = member.whyAway();
                    if (away == null && !(now.failoverIfBusy() && e instanceof SQLTransientConnectionException)) {
                        throw e;
                    }
                    if (last != null) {
                        e.addSuppressed(last);
                    }
                    last = e;
                    reasons.add(member.identity().name() + ": " + e.getMessage());
                }
            } else {
                reasons.add(member.identity().name() + ": " + away);
            }
            if (away != null) {
                passedOver(member, away);
            }
        }
        refused.increment();
        throw new SQLTransientConnectionException(
                "the multi data source " + name + " has no member with a connection: " + String.join("; ", reasons),
                "08001",
                last);
    }

    private void passedOver(ManagedDataSource member, String why) {
        String called = member.identity().name();
        if (out.add(called)) {
            failovers.increment();
            ResourceLog.LOG.memberOut(name, called, why);
        }
    }

    private void back(ManagedDataSource member) {
        String called = member.identity().name();
        if (out.remove(called)) {
            ResourceLog.LOG.memberBack(name, called);
        }
    }

    MultiDataSourceRuntime runtime() {
        MultiDataSourceSettings now = settings;
        List<ManagedDataSource> members = members(now);
        return new MultiDataSourceRuntime(
                name,
                now.names(name),
                now.algorithm(),
                members.stream()
                        .map(member -> member.identity().name() + " "
                                + member.runtime().state())
                        .toList(),
                now.members().size()
                        - (int) members.stream()
                                .filter(member -> member.whyAway() == null)
                                .count(),
                reserved.sum(),
                failovers.sum(),
                refused.sum());
    }

    // ---- what else a data source has -------------------------------------------------------------------------------

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException(
                "the user of each member of the multi data source " + name + " is that of its configuration");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("the server's log is written instead");
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("connection-reserve-timeout of each member says it");
    }

    @Override
    public int getLoginTimeout() {
        return members(settings).stream()
                .mapToInt(ManagedDataSource::getLoginTimeout)
                .sum();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the server's log is written instead");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (isWrapperFor(type)) {
            return type.cast(this);
        }
        throw new SQLException("the multi data source " + name + " wraps no " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this) && type.getName().startsWith("javax.sql.");
    }

    @Override
    public String toString() {
        return "multi data source " + name;
    }
}
