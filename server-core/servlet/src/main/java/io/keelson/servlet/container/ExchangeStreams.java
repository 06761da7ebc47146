package io.keelson.servlet.container;

/** The streams of a request and its response: with listeners while the request is asynchronous (Servlet 6.1, 3.7, 5.4). */
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
