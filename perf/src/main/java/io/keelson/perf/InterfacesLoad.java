package io.keelson.perf;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * A client of the study of interfaces, in a JVM of its own: threads that share a number of calls of one bean, natively, by RMI-IIOP, by
 * SOAP or by REST. The same for all servers; SOAP and REST are plain HTTP by the JDK's connections, so that the servers are compared and
 * no client library.
 */
public final class InterfacesLoad {
    private static final String NAME = "world";
    private static final String ANSWER = "hello world";

    private InterfacesLoad() {}

    /** One call; true where the answer is right. */
    @FunctionalInterface
    private interface Call {
        boolean isRight() throws Throwable;
    }

    /**
     * Arguments: {@code native}, {@code iiop}, {@code soap} or {@code rest}; threads; calls of all of them; then the URL, or class of the
     * context factory, URL, name and interface (for IIOP the home's). Prints what {@link RemoteSample#parse} reads, and {@code CPU} with
     * the processor seconds of this process.
     */
    public static void main(String[] args) throws Throwable {
        List<String> rest = Arrays.asList(args).subList(3, args.length);
        Call call = switch (args[0]) {
            case "native" -> ofBean(rest);
            case "iiop" -> ofHome(rest);
            case "soap" -> soap(rest.get(0));
            case "rest" -> rest(rest.get(0));
            default -> throw new IllegalArgumentException("not a way to call: " + args[0]);
        };
        run(call, Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        Runtime.getRuntime().halt(0); // native clients leave threads behind
    }

    private static Call ofBean(List<String> args) throws Exception {
        Properties environment = new Properties();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, args.get(0));
        environment.put(Context.PROVIDER_URL, args.get(1));
        Object stub = new InitialContext(environment).lookup(args.get(2));
        MethodHandle hello = MethodHandles.publicLookup()
                .findVirtual(Class.forName(args.get(3)), "hello", MethodType.methodType(String.class, String.class))
                .bindTo(stub);
        return () -> ANSWER.equals((String) hello.invoke(NAME));
    }

    /** A bean with a 2.x home. The object request broker is on the class path, and found by name: this module does not know it. */
    private static Call ofHome(List<String> args) throws ReflectiveOperationException, NamingException {
        System.setProperty("com.sun.CORBA.ORBUseDynamicStub", "true");
        Properties environment = new Properties();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, args.get(0));
        environment.put(Context.PROVIDER_URL, args.get(1));
        Object found = new InitialContext(environment).lookup(args.get(2));
        Class<?> home = Class.forName(args.get(3));
        Object narrowed = Class.forName("javax.rmi.PortableRemoteObject")
                .getMethod("narrow", Object.class, Class.class)
                .invoke(null, found, home);
        Method create = home.getMethod("create");
        MethodHandle hello = MethodHandles.publicLookup()
                .findVirtual(create.getReturnType(), "hello", MethodType.methodType(String.class, String.class))
                .bindTo(create.invoke(narrowed));
        return () -> ANSWER.equals((String) hello.invoke(NAME));
    }

    private static Call rest(String url) throws IOException {
        URL target = URI.create(url).toURL();
        return () -> {
            HttpURLConnection connection = (HttpURLConnection) target.openConnection();
            return ANSWER.equals(answer(connection));
        };
    }

    private static Call soap(String url) throws IOException {
        URL target = URI.create(url).toURL();
        byte[] message = ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><m:hello"
                        + " xmlns:m=\"http://interfaces.examples.keelson.io/\"><name>" + NAME
                        + "</name></m:hello></s:Body></s:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        return () -> {
            HttpURLConnection connection = (HttpURLConnection) target.openConnection();
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "text/xml;charset=UTF-8");
            connection.setFixedLengthStreamingMode(message.length);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(message);
            }
            return answer(connection).contains(">" + ANSWER + "<");
        };
    }

    private static String answer(HttpURLConnection connection) throws IOException {
        try (var in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void run(Call call, int threads, int calls) throws InterruptedException {
        Latencies latencies = new Latencies();
        AtomicLong failures = new AtomicLong();
        AtomicInteger left = new AtomicInteger(calls);
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> share(call, left, go, latencies, failures), "caller-" + i);
            all.add(thread);
            thread.start();
        }
        long begun = System.nanoTime();
        go.countDown();
        for (Thread thread : all) {
            thread.join();
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        double cpu = ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(java.time.Duration.ZERO)
                        .toNanos()
                / 1e9;
        System.out.printf(Locale.ROOT, "CPU %.2f%n", cpu);
        System.out.printf(
                Locale.ROOT,
                "RESULT %d %.6f %.1f %.1f %d%n",
                latencies.count(),
                seconds,
                latencies.micros(0.5),
                latencies.micros(0.99),
                failures.get());
        System.out.flush();
    }

    private static void share(
            Call call, AtomicInteger left, CountDownLatch go, Latencies latencies, AtomicLong failures) {
        try {
            go.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        while (left.getAndDecrement() > 0) {
            long begun = System.nanoTime();
            boolean right = false;
            try {
                right = call.isRight();
            } catch (Throwable e) { // a failed call is counted, whatever it threw
                if (failures.get() == 0) {
                    e.printStackTrace();
                }
            }
            latencies.add(System.nanoTime() - begun);
            if (!right) {
                failures.incrementAndGet();
            }
        }
    }
}
