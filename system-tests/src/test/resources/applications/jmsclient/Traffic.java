package jmsclient;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import javax.naming.Context;
import javax.naming.InitialContext;

/**
 * Four producers and four consumers of persistent messages, which write down what they were told: producers what was acknowledged,
 * consumers what they got, with its place among all of them. It judges nothing. Arguments: url, directory. Answers lines of its input
 * with a line each.
 */
public final class Traffic {
    private static final int PRODUCERS = 4;
    private static final int CONSUMERS = 4;

    private final ConnectionFactory factory;
    private final Queue letters;
    private final Path directory;
    private final AtomicLong places = new AtomicLong();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile boolean producing = true;
    private volatile boolean consuming = true;

    private Traffic(Context names, Path directory) throws Exception {
        factory = (ConnectionFactory) names.lookup("jms/DefaultJMSConnectionFactory");
        letters = (Queue) names.lookup("jms/letters");
        this.directory = directory;
    }

    public static void main(String[] arguments) throws Exception {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.keelson.client.ContextFactory");
        environment.put(Context.PROVIDER_URL, arguments[0]);
        Context names = new InitialContext(environment);
        Traffic traffic = new Traffic(names, Path.of(arguments[1]));
        names.close();
        List<Thread> producers = new ArrayList<>();
        List<Thread> consumers = new ArrayList<>();
        for (int i = 0; i < PRODUCERS; i++) {
            int number = i;
            producers.add(new Thread(() -> traffic.again(() -> traffic.produce(number)), "producer-" + i));
        }
        for (int i = 0; i < CONSUMERS; i++) {
            int number = i;
            consumers.add(new Thread(() -> traffic.again(() -> traffic.consume(number)), "consumer-" + i));
        }
        producers.forEach(Thread::start);
        consumers.forEach(Thread::start);
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (line) {
                case "counts" -> System.out.println(traffic.sent + " " + traffic.places + " " + traffic.refused);
                case "quiet" -> {
                    traffic.producing = false;
                    for (Thread each : producers) {
                        each.join();
                    }
                    System.out.println("quiet");
                }
                case "stop" -> {
                    traffic.consuming = false;
                    for (Thread each : consumers) {
                        each.join();
                    }
                    System.out.println("stopped");
                }
                default -> System.out.println("what?");
            }
        }
    }

    private interface Work {
        /** Works until it is to end; returns false then. */
        boolean goesOn() throws Exception;
    }

    /** Begins again with another connection where one was given up. */
    private void again(Work work) {
        boolean more = true;
        while (more) {
            try {
                more = work.goesOn();
            } catch (Exception e) {
                refused.incrementAndGet();
                pause(200);
            }
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final int[] numbers = new int[PRODUCERS];

    /** Each producer is a unit of order. A number whose send failed is used for no other message. */
    private boolean produce(int producer) throws Exception {
        Random random = new Random(producer);
        try (JMSContext context = factory.createContext();
                PrintWriter out = writer("sent-" + producer)) {
            JMSProducer to = context.createProducer().setProperty("JMS_BEA_UnitOfOrder", "p" + producer);
            while (producing) {
                int number = numbers[producer]++;
                String body = producer + " " + number + " " + "x".repeat(random.nextInt(8) == 0 ? 20_000 : 1_000);
                try {
                    to.send(letters, body);
                    out.println(number);
                    out.flush();
                    sent.incrementAndGet();
                } catch (JMSRuntimeException e) {
                    refused.incrementAndGet();
                    pause(50);
                }
                pause(2);
            }
        }
        return false;
    }

    /**
     * Every other one has transactions, of which one in twenty is rolled back. What is received is written down before it is
     * acknowledged, as the next message of the unit may come from then on.
     */
    private boolean consume(int number) throws Exception {
        Random random = new Random(100 + number);
        boolean transacted = number % 2 == 1;
        try (JMSContext context =
                        factory.createContext(transacted ? JMSContext.SESSION_TRANSACTED : JMSContext.CLIENT_ACKNOWLEDGE);
                PrintWriter out = writer("received-" + number);
                JMSConsumer from = context.createConsumer(letters)) {
            while (consuming) {
                try {
                    Message next = from.receive(200);
                    if (next == null) {
                        continue;
                    }
                    write(out, next);
                    if (transacted && random.nextInt(20) == 0) {
                        context.rollback();
                    } else if (transacted) {
                        context.commit();
                    } else {
                        context.acknowledge();
                    }
                } catch (JMSRuntimeException e) { // what it has got comes again
                    refused.incrementAndGet();
                    pause(50);
                }
            }
        }
        return false;
    }

    private void write(PrintWriter out, Message message) throws JMSException {
        String[] parts = message.getBody(String.class).split(" ", 3);
        out.println(
                places.incrementAndGet() + " " + parts[0] + " " + parts[1] + " " + message.getJMSRedelivered());
        out.flush();
    }

    private PrintWriter writer(String name) throws Exception {
        return new PrintWriter(Files.newBufferedWriter(
                directory.resolve(name),
                java.nio.file.StandardOpenOption.CREATE,
                java.nio.file.StandardOpenOption.APPEND));
    }
}
