package io.keelson.admin.agent;

import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Makes agents. Found by {@link java.util.ServiceLoader} in the part {@code snmp}. */
public interface AgentFactory {
    /**
     * Parts that an agent is made of.
     *
     * @param settings with a user
     * @param port where it listens; 0: any that is free
     * @param view the server, as it is when it is asked
     * @param state the directory in which the server keeps what outlives it
     * @param ticker the clock
     */
    record Wanted(SnmpSettings settings, int port, Supplier<ServerView> view, Path state, Ticker ticker) {}

    /**
     * An agent, which answers from now on.
     *
     * @throws IOException when the port is taken, or its count of starts cannot be kept; the message says which
     */
    Agent open(Wanted wanted) throws IOException;
}
