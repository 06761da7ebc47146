package io.keelson.ecperf.emulator;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/**
 * Knowledge of the suppliers: the purchase orders that they got, and the state of each. An order whose key is known is confirmed and not
 * delivered again. Thread-safe.
 */
final class Suppliers {
    private static final Logger LOG = Logger.getLogger(Suppliers.class.getName());
    private static final int THREADS = 8;
    private static final int TIMEOUT_MILLIS = 30_000;
    private static final int PATIENCE_MILLIS = 500;
    private static final int MOST_UNREACHED = 600;

    private final Map<Long, State> orders = new ConcurrentHashMap<>();
    private final ScheduledExecutorService deliverers = Executors.newScheduledThreadPool(THREADS);
    private volatile int confirmMillis = 50;
    private volatile int deliverMillis = 1000;
    private volatile int attempts = 10;

    /** State of an order. */
    enum State {
        RECEIVED,
        DELIVERED,
        /** The buyer does not know the order. */
        ORPHAN,
        /** The buyer could not be reached, or refused it. */
        FAILED
    }

    /** Forgets all orders, and takes new times. */
    void reset(int confirm, int deliver, int most) {
        confirmMillis = confirm;
        deliverMillis = deliver;
        attempts = most;
        orders.clear();
    }

    /** Takes an order; returns when it is confirmed. */
    void take(Order order) throws InterruptedException {
        Thread.sleep(confirmMillis);
        if (orders.putIfAbsent(order.id(), State.RECEIVED) == null) {
            deliverers.schedule(() -> deliver(order, 1, 0), deliverMillis, TimeUnit.MILLISECONDS);
        }
    }

    private void deliver(Order order, int attempt, int unreached) {
        boolean last = attempt >= attempts;
        try {
            int status = send(order, last);
            if (status == HttpURLConnection.HTTP_OK) {
                orders.replace(order.id(), State.RECEIVED, State.DELIVERED);
            } else if (status == HttpURLConnection.HTTP_NOT_FOUND && last) {
                orders.replace(order.id(), State.RECEIVED, State.ORPHAN);
            } else if (status == HttpURLConnection.HTTP_NOT_FOUND) {
                again(order, attempt + 1, unreached);
            } else {
                again(order, attempt, unreached + 1);
            }
        } catch (IOException e) {
            LOG.log(Level.FINE, "a delivery is tried again", e);
            again(order, attempt, unreached + 1);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the purchase order " + order.id() + " cannot be delivered", e);
            orders.replace(order.id(), State.RECEIVED, State.FAILED);
        }
    }

    private void again(Order order, int attempt, int unreached) {
        if (unreached > MOST_UNREACHED) {
            orders.replace(order.id(), State.RECEIVED, State.FAILED);
        } else {
            deliverers.schedule(() -> deliver(order, attempt, unreached), PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static int send(Order order, boolean last) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(order.replyTo()).toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.setRequestMethod("POST");
        connection.setRequestProperty("Content-Type", "application/xml");
        connection.setDoOutput(true);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(order.delivery(last).getBytes(StandardCharsets.UTF_8));
        }
        int status = connection.getResponseCode();
        try (InputStream in = status < HttpURLConnection.HTTP_BAD_REQUEST
                ? connection.getInputStream()
                : connection.getErrorStream()) {
            if (in != null) {
                in.readAllBytes();
            }
        }
        return status;
    }

    /** The keys of all orders that were received, and what became of each: one a line. */
    String list() {
        return new TreeMap<>(orders)
                .entrySet().stream()
                        .map(order -> order.getKey() + " " + order.getValue() + "\n")
                        .collect(Collectors.joining());
    }

    void close() {
        deliverers.shutdownNow();
    }
}
