package io.keelson.perf;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A client of the study of grids, in a JVM of its own: threads that read and write entries of one cache over Hot Rod, by memcached's text
 * protocol or by REST. Each thread has a connection of its own for memcached and REST; the client of Hot Rod has its pool. The same for all
 * servers.
 */
public final class GridLoad {
    private static final String CACHE = "demo";
    private static final int KEYS = 10_000;
    private static final int VALUE = 100;
    /** Of a hundred operations so many write. */
    private static final int WRITES = 20;

    private GridLoad() {}

    /** Client of one thread; a value is that of its key. */
    private interface Client {
        boolean put(String key, String value) throws Exception;

        @Nullable
        String get(String key) throws Exception;
    }

    /** Makes the client of a thread. */
    @FunctionalInterface
    private interface Clients {
        Client connect() throws Exception;
    }

    /**
     * Arguments: {@code hot-rod}, {@code memcached} or {@code rest}; threads; seconds to warm up, and to measure; the port; for Hot Rod
     * also user and password where the server wants them. Prints what {@link RemoteSample#parse} reads, and {@code MEASURE} when it
     * begins to.
     */
    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[4]);
        List<String> login = Arrays.asList(args).subList(5, args.length);
        Clients clients = switch (args[0]) {
            case "hot-rod" -> hotRod(port, login);
            case "memcached" -> () -> new Memcached(port);
            case "rest" -> () -> new Rest(port);
            default -> throw new IllegalArgumentException("no protocol of a grid: " + args[0]);
        };
        Client first = clients.connect();
        for (int i = 0; i < KEYS; i++) {
            if (!first.put(key(i), value(i))) {
                throw new IOException(key(i) + " was not put");
            }
        }
        run(clients, Integer.parseInt(args[1]), seconds(args[2]), seconds(args[3]));
        Runtime.getRuntime().halt(0); // the client of Hot Rod leaves threads behind
    }

    private static Duration seconds(String text) {
        return Duration.ofSeconds(Integer.parseInt(text));
    }

    private static String key(int number) {
        return "key-" + number;
    }

    private static String value(int number) {
        String text = "value of key-" + number + ' ';
        return text + "v".repeat(VALUE - text.length());
    }

    private static void run(Clients clients, int threads, Duration warmUp, Duration measured) throws Exception {
        Latencies latencies = new Latencies();
        AtomicLong failures = new AtomicLong();
        long begin = System.nanoTime() + warmUp.toNanos();
        long end = begin + measured.toNanos();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Client client = clients.connect();
            Thread thread = new Thread(() -> work(client, begin, end, latencies, failures), "client-" + i);
            all.add(thread);
            thread.start();
        }
        Thread.sleep(Math.max(0, (begin - System.nanoTime()) / 1_000_000));
        System.out.println("MEASURED");
        System.out.flush();
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println("OVER");
        System.out.printf(
                Locale.ROOT,
                "RESULT %d %.6f %.1f %.1f %d%n",
                latencies.count(),
                (System.nanoTime() - begin) / 1e9,
                latencies.micros(0.5),
                latencies.micros(0.99),
                failures.get());
        System.out.flush();
    }

    private static void work(Client client, long begin, long end, Latencies latencies, AtomicLong failures) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long now = System.nanoTime();
        while (now < end) {
            int number = random.nextInt(KEYS);
            boolean right = false;
            try {
                right = random.nextInt(100) < WRITES
                        ? client.put(key(number), value(number))
                        : value(number).equals(client.get(key(number)));
            } catch (Exception e) { // a failed operation is counted, whatever it threw
                if (failures.get() == 0) {
                    e.printStackTrace();
                }
            }
            long done = System.nanoTime();
            if (done >= begin && done < end) {
                latencies.add(done - now);
                if (!right) {
                    failures.incrementAndGet();
                }
            }
            now = done;
        }
    }

    /** Infinispan's client is on the class path, and found by name: this module does not know it. */
    private static Clients hotRod(int port, List<String> login) throws ReflectiveOperationException {
        Properties settings = new Properties();
        String prefix = "infinispan.client.hotrod.";
        settings.put(prefix + "server_list", "127.0.0.1:" + port);
        settings.put(prefix + "client_intelligence", "BASIC");
        if (!login.isEmpty()) {
            settings.put(prefix + "sasl_mechanism", "SCRAM-SHA-256");
            settings.put(prefix + "auth_username", login.get(0));
            settings.put(prefix + "auth_password", login.get(1));
        }
        Class<?> builders = Class.forName("org.infinispan.client.hotrod.configuration.ConfigurationBuilder");
        Object builder = builders.getConstructor().newInstance();
        Object unused = builders.getMethod("withProperties", Properties.class).invoke(builder, settings);
        Class<?> configurations = Class.forName("org.infinispan.client.hotrod.configuration.Configuration");
        Object configuration = builders.getMethod("build").invoke(builder);
        Class<?> managers = Class.forName("org.infinispan.client.hotrod.RemoteCacheManager");
        Object manager = managers.getConstructor(configurations).newInstance(configuration);
        Object found = managers.getMethod("getCache", String.class).invoke(manager, CACHE);
        if (!(found instanceof ConcurrentMap<?, ?>)) {
            throw new IllegalStateException("the server has no cache " + CACHE);
        }
        @SuppressWarnings("unchecked") // keys and values are text
        ConcurrentMap<String, String> cache = (ConcurrentMap<String, String>) found;
        return () -> new Client() {
            @Override
            public boolean put(String key, String value) {
                cache.put(key, value);
                return true;
            }

            @Override
            public @Nullable String get(String key) {
                return cache.get(key);
            }
        };
    }

    /** The text protocol over a plain socket. */
    private static final class Memcached implements Client {
        private final Socket socket;
        private final InputStream in;

        Memcached(int port) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
            // Infinispan's port for several protocols knows memcached by a set alone.
            if (!put("connected", "x")) {
                throw new IOException("the server does not speak memcached's protocol at the port " + port);
            }
        }

        private void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        }

        private String line() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    throw new IOException("the server has closed the connection");
                }
                if (b != '\r') {
                    line.write(b);
                }
            }
            return line.toString(StandardCharsets.UTF_8);
        }

        @Override
        public boolean put(String key, String value) throws IOException {
            send("set " + key + " 0 0 " + value.length() + "\r\n" + value + "\r\n");
            return line().equals("STORED");
        }

        @Override
        public @Nullable String get(String key) throws IOException {
            send("get " + key + "\r\n");
            String head = line();
            if (!head.startsWith("VALUE ")) {
                return null;
            }
            String value = line();
            return line().equals("END") ? value : null;
        }
    }

    /** REST by the JDK's connections, of which a thread keeps one. */
    private record Rest(String caches) implements Client {
        Rest(int port) {
            this("http://127.0.0.1:" + port + "/rest/v2/caches/" + CACHE + '/');
        }

        private HttpURLConnection open(String key) throws IOException {
            return (HttpURLConnection) URI.create(caches + key).toURL().openConnection();
        }

        @Override
        public boolean put(String key, String value) throws IOException {
            HttpURLConnection connection = open(key);
            connection.setRequestMethod("PUT");
            connection.setRequestProperty("Content-Type", "text/plain");
            connection.setDoOutput(true);
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            connection.setFixedLengthStreamingMode(bytes.length);
            connection.getOutputStream().write(bytes);
            int status = connection.getResponseCode();
            try (InputStream in = connection.getInputStream()) {
                return in.readAllBytes().length == 0 && status == 204;
            }
        }

        @Override
        public String get(String key) throws IOException {
            HttpURLConnection connection = open(key);
            connection.setRequestProperty("Accept", "text/plain");
            try (InputStream in = connection.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }
}
