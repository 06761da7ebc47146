package io.keelson.perf.ecperf;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The application and the suppliers, by HTTP. Thread-safe.
 *
 * @param applications URLs of the application on each of its servers, without a slash at their ends; at least one
 * @param suppliers URL of the emulator of suppliers, likewise
 */
public record Site(List<String> applications, String suppliers) {
    private static final int TIMEOUT_MILLIS = 30_000;

    /** The body of an answer, and what it cost. */
    record Reply(int status, String body, int attempts) {
        boolean ok() {
            return status == HttpURLConnection.HTTP_OK;
        }

        /** Returns true if a rule of the application refused the transaction, as an order beyond the credit. */
        boolean refused() {
            return status == 422 || status == HttpURLConnection.HTTP_NOT_FOUND;
        }
    }

    /** Runs a transaction on one of the servers, drawn by chance: {@code new-order?customer=1&...}. */
    Reply run(String transaction) throws IOException {
        String server = applications.get(ThreadLocalRandom.current().nextInt(applications.size()));
        return call("POST", server + "/run/" + transaction, TIMEOUT_MILLIS);
    }

    private String application() {
        return applications.get(0);
    }

    /**
     * Loads the data for an injection rate, and has the suppliers begin anew.
     *
     * @param confirmMillis after which a supplier confirms an order
     * @param deliverMillis after which it delivers
     */
    public void load(int injectionRate, long seed, int confirmMillis, int deliverMillis) throws IOException {
        must("POST", suppliers + "/reset?confirm=" + confirmMillis + "&deliver=" + deliverMillis + "&attempts=10");
        must("POST", application() + "/data/load?ir=" + injectionRate + "&seed=" + seed);
    }

    /** Counts of rows that break rules, by the name of the rule. */
    Map<String, Long> audit() throws IOException {
        return figures(must("GET", application() + "/data/audit"));
    }

    /** Counts of rows by name. */
    Map<String, Long> counts() throws IOException {
        return figures(must("GET", application() + "/data/counts"));
    }

    /** The keys of purchase orders in the database. */
    Iterable<Long> purchaseOrders() throws IOException {
        return must("GET", application() + "/data/purchase-orders")
                .lines()
                .map(Long::valueOf)
                .toList();
    }

    /** The keys of purchase orders that suppliers have, with what became of them. */
    Map<Long, String> supplied() throws IOException {
        Map<Long, String> orders = new TreeMap<>();
        must("GET", suppliers + "/orders")
                .lines()
                .map(line -> line.split(" "))
                .forEach(words -> orders.put(Long.valueOf(words[0]), words[1]));
        return orders;
    }

    private static Map<String, Long> figures(String body) {
        Map<String, Long> figures = new LinkedHashMap<>();
        body.lines().map(line -> line.split(" ")).forEach(words -> figures.put(words[0], Long.valueOf(words[1])));
        return figures;
    }

    private static String must(String method, String url) throws IOException {
        Reply reply = call(method, url, 4 * TIMEOUT_MILLIS);
        if (!reply.ok()) {
            throw new IOException(method + " " + url + " is answered by " + reply.status() + ": " + reply.body());
        }
        return reply.body();
    }

    private static Reply call(String method, String url, int timeout) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setRequestMethod(method);
        connection.setConnectTimeout(timeout);
        connection.setReadTimeout(timeout);
        if (method.equals("POST")) {
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(0);
            connection.getOutputStream().close();
        }
        int status = connection.getResponseCode();
        try (InputStream in = status < HttpURLConnection.HTTP_BAD_REQUEST
                ? connection.getInputStream()
                : connection.getErrorStream()) {
            String body = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            return new Reply(status, body, connection.getHeaderFieldInt("X-Attempts", 1));
        }
    }
}
