package io.keelson.arquillian;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Channel of the server at which tests find the applications.
 *
 * @param host its host; an IPv6 address in brackets
 * @param port its port
 * @param secure whether it speaks TLS
 */
record Endpoint(String host, int port, boolean secure) {
    private static final Set<String> ANY = Set.of("0.0.0.0", "[::]", "[0:0:0:0:0:0:0:0]");

    /** The channel of that name. */
    static Endpoint of(JsonObject server, String channel, String managementHost) throws IOException {
        List<String> there = new ArrayList<>();
        for (JsonObject listening : server.getJsonArray("channels").getValuesAs(JsonObject.class)) {
            if (listening.getString("name").equals(channel)) {
                String address = listening.getString("address");
                int colon = address.lastIndexOf(':');
                return new Endpoint(
                        callable(address.substring(0, colon), managementHost),
                        Integer.parseInt(address.substring(colon + 1)),
                        listening.getBoolean("secure", false));
            }
            there.add(listening.getString("name"));
        }
        throw new IOException("the server has no channel '" + channel + "'; there are: " + String.join(", ", there));
    }

    /** Returns where a channel on all addresses is called. */
    static String callable(String host, String instead) {
        return ANY.contains(host) ? instead : host;
    }
}
