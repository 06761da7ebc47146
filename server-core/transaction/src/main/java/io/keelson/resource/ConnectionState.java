package io.keelson.resource;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of a pooled connection that its user has changed and the pool does not put back by itself: schema, holdability, type map,
 * client information. Belongs to the connection's user.
 */
final class ConnectionState {
    private @Nullable String schema;
    private boolean schemaChanged;
    private int holdability;
    private boolean holdabilityChanged;
    private @Nullable Map<String, Class<?>> typeMap;
    private @Nullable Map<String, @Nullable String> clientInfo;

    /** Notes the schema before it is changed. */
    void schema(Connection connection) throws SQLException {
        if (!schemaChanged) {
            schema = connection.getSchema();
            schemaChanged = true;
        }
    }

    /** Notes the holdability before it is changed. */
    void holdability(Connection connection) throws SQLException {
        if (!holdabilityChanged) {
            holdability = connection.getHoldability();
            holdabilityChanged = true;
        }
    }

    /** Notes the type map before it is changed. */
    void typeMap(Connection connection) throws SQLException {
        if (typeMap == null) {
            Map<String, Class<?>> before = connection.getTypeMap();
            typeMap = before == null ? new HashMap<>() : new HashMap<>(before);
        }
    }

    /** Notes the client information of that name before it is changed. */
    void clientInfo(Connection connection, String name) throws SQLException {
        Map<String, @Nullable String> before = clientInfo;
        if (before == null) {
            before = new HashMap<>();
            clientInfo = before;
        }
        if (!before.containsKey(name)) {
            before.put(name, connection.getClientInfo(name));
        }
    }

    /** Puts back what was noted. */
    void restore(Connection connection) throws SQLException {
        Map<String, @Nullable String> names = clientInfo;
        if (names != null) {
            for (Map.Entry<String, @Nullable String> each : names.entrySet()) {
                if (!Objects.equals(connection.getClientInfo(each.getKey()), each.getValue())) {
                    connection.setClientInfo(each.getKey(), each.getValue());
                }
            }
            clientInfo = null;
        }
        if (typeMap != null) {
            connection.setTypeMap(typeMap);
            typeMap = null;
        }
        if (holdabilityChanged) {
            connection.setHoldability(holdability);
            holdabilityChanged = false;
        }
        if (schemaChanged) {
            connection.setSchema(schema);
            schemaChanged = false;
        }
    }
}
