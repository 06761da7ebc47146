package remote;

import io.keelson.remoting.CallOutcome;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.Context;
import javax.naming.InitialContext;

/** What the client does with objects of several servers. */
final class Members {
    private Members() {}

    /** Does what a line of two words says. */
    static String done(Context context, Calls calls, String line) {
        String[] words = line.split(" ");
        try {
            Each each = (Each) context.lookup("remote-each");
            return switch (words[0]) {
                case "spread" -> spread(each, Integer.parseInt(words[1]));
                case "load" -> load(each, Long.parseLong(words[1]));
                case "pass" -> pass(calls, words[1]);
                default -> "what is " + line;
            };
        } catch (Exception e) {
            return e.toString();
        }
    }

    /** So many calls: which processes answered how often. */
    private static String spread(Each each, int calls) throws RemoteException {
        each.process();
        Map<Long, Integer> answered = new TreeMap<>();
        for (int i = 0; i < calls; i++) {
            answered.merge(each.process(), 1, Integer::sum);
        }
        return answered.toString();
    }

    /** Calls of four threads for so long: how many were answered, failed and must not have, failed and may have been executed. */
    private static String load(Each each, long millis) throws InterruptedException {
        AtomicInteger answered = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        AtomicInteger unknown = new AtomicInteger();
        long end = System.nanoTime() + millis * 1_000_000;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean once = i % 2 == 0;
            Thread thread = new Thread(() -> {
                while (System.nanoTime() < end) {
                    try {
                        if (once) {
                            each.once(1);
                        } else {
                            each.process();
                        }
                        answered.incrementAndGet();
                    } catch (RemoteException | InterruptedException e) {
                        (once && CallOutcome.mayHaveExecuted(e) ? unknown : wrong).incrementAndGet();
                        System.err.println(once + ": " + e);
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return answered + " " + wrong + " " + unknown;
    }

    /** Hands the server an object of another one, which it calls: who calls, as that one sees it. */
    private static String pass(Calls calls, String url) throws Exception {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.keelson.client.ContextFactory");
        environment.put(Context.PROVIDER_URL, url);
        Context context = new InitialContext(environment);
        try {
            Calls other = (Calls) context.lookup("remote-calls");
            return other.who() + ", " + calls.passOn(other);
        } finally {
            context.close();
        }
    }
}
