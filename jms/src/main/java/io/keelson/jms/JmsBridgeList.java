package io.keelson.jms;

import java.util.List;

/**
 * The bridges of a server, as management lists them.
 *
 * @param bridges those that this server may run
 */
public record JmsBridgeList(List<JmsBridgeRuntime> bridges) {
    public JmsBridgeList {
        bridges = List.copyOf(bridges);
    }
}
