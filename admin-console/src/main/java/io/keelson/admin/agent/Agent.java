package io.keelson.admin.agent;

import java.io.Closeable;
import java.net.InetSocketAddress;

/** An agent that answers. It has a thread of its own, which ends with it. */
public interface Agent extends Closeable {
    /** Returns where it listens. */
    InetSocketAddress address();

    /** Ends it. */
    @Override
    void close();
}
