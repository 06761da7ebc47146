package io.keelson.servlet.container;

/**
 * The streams of a request and its response: with listeners while the request is asynchronous.
 *
 * <p>Specification: Servlet 6.1, 3.8 Non-Blocking IO; Servlet 6.1, 5.4 Non-Blocking IO.
 */
record ExchangeStreams(ServletExchange exchange) implements StreamHost {
    @Override
    public boolean listenersAllowed() {
        AsyncCycle cycle = exchange.async();
        return cycle != null && cycle.started();
    }

    @Override
    public void submit(Runnable callback) {
        exchange.startedAsync().submit(callback);
    }
}
