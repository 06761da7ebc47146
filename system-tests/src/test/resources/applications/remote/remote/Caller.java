package remote;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.RemoteException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Hashtable;
import java.util.concurrent.CompletableFuture;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The client, in a JVM that has the thin jar and these classes only. Does what each line of its input says. */
public final class Caller {
    private Caller() {}

    public static void main(String[] arguments) throws Exception {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.keelson.client.ContextFactory");
        environment.put(Context.PROVIDER_URL, arguments[0]);
        environment.put("io.keelson.client.peer-timeout", "2000");
        if (arguments.length > 1) {
            environment.put(Context.SECURITY_PRINCIPAL, arguments[1]);
            environment.put(Context.SECURITY_CREDENTIALS, arguments[2]);
        }
        if (arguments.length > 3) {
            environment.put("io.keelson.client.ssl-context", trust(arguments[3]));
        }
        if (arguments.length > 4) {
            environment.put("io.keelson.client.plain-login", arguments[4]);
        }
        Context context;
        try {
            context = new InitialContext(environment);
        } catch (javax.naming.NamingException e) {
            System.out.println(e);
            return;
        }
        Calls calls = (Calls) context.lookup("remote-calls");
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(line.contains(" ") ? Members.done(context, calls, line) : done(calls, line));
        }
        context.close();
    }

    private static SSLContext trust(String certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(Path.of(certificate))) {
            store.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static String done(Calls calls, String line) {
        try {
            return switch (line) {
                case "echo" -> calls.echo("hello");
                case "where" -> calls.where();
                case "who" -> calls.who();
                case "back" -> calls.back(what -> what + " back", "called");
                case "two" -> two(calls);
                case "overtake" -> overtake(calls);
                case "wait" -> {
                    long begun = System.nanoTime();
                    try {
                        calls.slow("never", 600_000);
                        yield "answered";
                    } catch (RemoteException e) {
                        yield (System.nanoTime() - begun) / 1_000_000 + " " + e.getClass().getSimpleName();
                    }
                }
                default -> "what is " + line;
            };
        } catch (Exception e) {
            return e.toString();
        }
    }

    /** Two slow calls at a time: how many milliseconds they take together. */
    private static String two(Calls calls) throws Exception {
        long begun = System.nanoTime();
        CompletableFuture<String> one = slow(calls, "one");
        CompletableFuture<String> other = slow(calls, "other");
        return one.get() + " " + other.get() + " " + (System.nanoTime() - begun) / 1_000_000;
    }

    private static CompletableFuture<String> slow(Calls calls, String name) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return calls.slow(name, 1000);
            } catch (RemoteException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }, task -> new Thread(task).start());
    }

    /** Large calls go on all the time; how many small ones are answered before a large one is. */
    private static String overtake(Calls calls) throws Exception {
        byte[] large = new byte[9_000_000];
        calls.bytes(large);
        CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
            try {
                for (int i = 0; i < 5; i++) {
                    calls.bytes(large);
                }
            } catch (RemoteException e) {
                throw new IllegalStateException(e);
            }
        }, task -> new Thread(task).start());
        int small = 0;
        while (!sent.isDone()) {
            calls.echo("small");
            small++;
        }
        sent.get();
        return String.valueOf(small);
    }
}
