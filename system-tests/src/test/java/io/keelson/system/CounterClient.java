package io.keelson.system;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * A client of the example session-counter that knows what its session must contain: each answer counts one more than the last one, or as
 * many more as requests in between had no answer. It goes where its cookie says, as a balancer does, and elsewhere when that fails. One
 * thread.
 */
final class CounterClient {
    private static final Pattern COUNT = Pattern.compile("\\{\"count\":(\\d+),\"server\":(?:null|\"([^\"]+)\")");

    private final Map<String, String> addresses;
    private final int repetitions;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final boolean lossy;
    private volatile int lost;
    private String cookie = "";
    private int count;
    private int open;
    private volatile int answers;
    private volatile int turnedAway;
    private volatile long answeredNanos;
    private volatile String server = "";
    private volatile String refusal = "";

    /** {@code addresses}: the servers' hosts and ports by name. */
    CounterClient(Map<String, String> addresses) {
        this(addresses, false, 0);
    }

    /** {@code lossy}: a count that is too low is no problem, but is added to {@link #lost}. */
    CounterClient(Map<String, String> addresses, boolean lossy) {
        this(addresses, lossy, 0);
    }

    /** Somebody on the way may send a request so many times more: a GET is idempotent, though that of the example is not. */
    CounterClient(Map<String, String> addresses, int repetitions) {
        this(addresses, false, repetitions);
    }

    private CounterClient(Map<String, String> addresses, boolean lossy, int repetitions) {
        this.addresses = addresses;
        this.lossy = lossy;
        this.repetitions = repetitions;
    }

    /** Returns how many of the requests that were answered the session does not have any more. */
    int lost() {
        return lost;
    }

    List<String> problems() {
        return problems;
    }

    int answers() {
        return answers;
    }

    int turnedAway() {
        return turnedAway;
    }

    /** Returns when the last answer came. */
    long answeredNanos() {
        return answeredNanos;
    }

    /** Returns what came in the place of the last answer that there was none. */
    String refusal() {
        return refusal;
    }

    /** Returns who gave it. */
    String server() {
        return server;
    }

    /** The session's id with its servers, as the cookie has it. */
    String session() {
        return cookie.substring(cookie.indexOf('=') + 1);
    }

    /** The servers of the cookie, the primary first. */
    List<String> route() {
        List<String> servers = new ArrayList<>();
        for (String part : cookie.split("!")) {
            addresses.keySet().stream().filter(name -> code(name).equals(part)).forEach(servers::add);
        }
        return servers;
    }

    private static String code(String server) {
        CRC32 sum = new CRC32();
        sum.update(server.getBytes(StandardCharsets.UTF_8));
        return Long.toString(sum.getValue());
    }

    /** Asks where the cookie leads to, and then the others; returns whether there was an answer. */
    boolean ask() throws InterruptedException {
        List<String> order = new ArrayList<>(route());
        List<String> rest = new ArrayList<>(addresses.keySet());
        rest.removeAll(order);
        java.util.Collections.shuffle(rest, ThreadLocalRandom.current());
        order.addAll(rest);
        for (String target : order) {
            if (ask(target)) {
                return true;
            }
        }
        return false;
    }

    /** Asks a server; false where it gives no answer, or asks to come again. */
    boolean ask(String target) throws InterruptedException {
        HttpResponse<String> response;
        open++;
        try {
            response = http.send(
                    HttpRequest.newBuilder(URI.create("http://" + addresses.get(target) + "/counter/"))
                            .timeout(Duration.ofSeconds(10))
                            .header("Cookie", cookie.isEmpty() ? "none=" : cookie)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            refusal = e.toString();
            return false;
        }
        if (response.statusCode() == 503 || response.statusCode() == 404) {
            turnedAway++;
            refusal = response.statusCode() + " " + response.headers().map() + " "
                    + response.body().strip() + " cookie " + cookie;
            return false;
        }
        check(target, response);
        return true;
    }

    private void check(String target, HttpResponse<String> response) {
        Matcher matcher = COUNT.matcher(response.body());
        if (response.statusCode() != 200 || !matcher.find()) {
            problems.add(target + " answers " + response.statusCode() + " " + response.body());
            return;
        }
        int now = Integer.parseInt(matcher.group(1));
        if (lossy && now <= count && now > 0) {
            lost += count + 1 - now;
        } else if (now <= count || now > count + open + repetitions) {
            problems.add(target + " counts " + now + " after " + count + " with " + (open - 1)
                    + " requests without an answer, cookie " + cookie);
        }
        count = now;
        open = 0;
        String named = matcher.group(2); // a store may know nothing of servers
        server = named == null ? target : named;
        response.headers().firstValue("Set-Cookie").ifPresent(field -> cookie = field.substring(0, field.indexOf(';')));
        answeredNanos = System.nanoTime();
        answers++;
    }
}
