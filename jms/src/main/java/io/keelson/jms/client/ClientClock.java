package io.keelson.jms.client;

import io.keelson.base.time.Ticker;

/** The clock of headers. */
final class ClientClock {
    private ClientClock() {}

    static long millis() {
        return Ticker.system().currentTimeMillis();
    }
}
