package io.keelson.arquillian;

import org.jboss.arquillian.container.spi.client.container.LifecycleException;

/** The server that tests are run on. Thread-safe, but for {@link #release}, which is called once. */
interface TestedServer {
    /** Its management interface. */
    Management management();

    /** The tests are done with it. */
    void release() throws LifecycleException;
}
