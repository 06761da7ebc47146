package io.keelson.session.replica;

import java.util.Map;

/**
 * Rules of the domain for the replication of sessions. Immutable.
 *
 * @param servers the servers that the cluster expects, and where they are
 * @param copyRequired whether a request is turned away rather than answered with no other server that has what it did
 */
public record Rules(Map<String, Place> servers, boolean copyRequired) {
    public Rules {
        servers = Map.copyOf(servers);
    }

    Place of(String server) {
        Place place = servers.get(server);
        return place == null ? Place.ANYWHERE : place;
    }
}
