package io.keelson.ee.concurrency.context;

import java.util.Map;

/** The handler of a contextual proxy. */
interface WithProperties {
    /** Returns the execution properties. */
    Map<String, String> properties();
}
