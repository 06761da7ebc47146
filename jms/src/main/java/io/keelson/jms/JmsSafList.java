package io.keelson.jms;

import java.util.List;

/**
 * The agents of a server that store and forward, as management lists them.
 *
 * @param agents one for each imported destination
 */
public record JmsSafList(List<JmsSafRuntime> agents) {
    public JmsSafList {
        agents = List.copyOf(agents);
    }
}
