package io.keelson.perf;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.naming.Context;
import javax.naming.InitialContext;

/**
 * A client of the study of messages, in a JVM of its own: producers on connections of their own, and one consumer that acknowledges
 * automatically and calls {@code receive}. It knows the interfaces of Jakarta Messaging alone.
 */
public final class JmsLoad {
    private static final int DRAIN_SECONDS = 30;

    private final ConnectionFactory factory;
    private final int size;
    private final int others;
    private final int deliveryMode;
    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();

    private JmsLoad(ConnectionFactory factory, Map<String, String> given) {
        this.factory = factory;
        this.size = Integer.parseInt(given.getOrDefault("size", "1024"));
        this.others = Integer.parseInt(given.getOrDefault("others", "0"));
        this.deliveryMode = Boolean.parseBoolean(given.getOrDefault("persistent", "false"))
                ? DeliveryMode.PERSISTENT
                : DeliveryMode.NON_PERSISTENT;
    }

    /**
     * Arguments: {@code env.NAME=VALUE} for JNDI, {@code factory}, {@code queue} and {@code topic} (names), {@code producers}, {@code warm}
     * and {@code seconds}; {@code size} of a body in bytes, {@code others}, consumers beside the one that is counted, and
     * {@code persistent}. A kind of destination without a name is left out. The first cell is run once more before it counts, for the
     * time of
     * {@code warm}. Prints {@code CELL KIND PRODUCERS RECEIVED SENT SECONDS} for each number of producers.
     */
    public static void main(String[] args) throws Exception {
        Properties environment = new Properties();
        Map<String, String> given = new LinkedHashMap<>();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            String name = arg.substring(0, equals);
            if (name.startsWith("env.")) {
                environment.put(name.substring("env.".length()), arg.substring(equals + 1));
            } else {
                given.put(name, arg.substring(equals + 1));
            }
        }
        Context names = new InitialContext(environment);
        ConnectionFactory factory = (ConnectionFactory) names.lookup(given.get("factory"));
        double warm = Double.parseDouble(given.get("warm"));
        double seconds = Double.parseDouble(given.get("seconds"));
        boolean first = true;
        for (String kind : List.of("queue", "topic")) {
            if (!given.containsKey(kind)) {
                continue;
            }
            Destination destination = (Destination) names.lookup(given.get(kind));
            for (String producers : given.getOrDefault("producers", "1").split(",")) {
                if (first) {
                    new JmsLoad(factory, given).run(destination, Integer.parseInt(producers), warm, 0);
                    first = false;
                }
                long[] result =
                        new JmsLoad(factory, given).run(destination, Integer.parseInt(producers), warm, seconds);
                System.out.printf(
                        Locale.ROOT, "CELL %s %s %d %d %.3f%n", kind, producers, result[0], result[1], result[2] / 1e9);
            }
        }
        Runtime.getRuntime().halt(0); // clients leave threads behind
    }

    /** Returns what was received and sent while it was measured, and for how many nanoseconds that was. */
    private long[] run(Destination destination, int producers, double warm, double seconds) throws Exception {
        List<Thread> senders = new ArrayList<>();
        List<Thread> receivers = new ArrayList<>();
        for (int i = 0; i <= others; i++) {
            AtomicLong count = i == 0 ? received : new AtomicLong();
            Thread receiver = new Thread(() -> receive(destination, count), "receiver-" + i);
            receiver.start();
            receivers.add(receiver);
        }
        for (int i = 0; i < producers; i++) {
            Thread sender = new Thread(() -> send(destination), "sender-" + i);
            sender.start();
            senders.add(sender);
        }
        Thread.sleep((long) (warm * 1000));
        long began = System.nanoTime();
        long receivedBefore = received.get();
        long sentBefore = sent.get();
        Thread.sleep((long) (seconds * 1000));
        long[] result = {received.get() - receivedBefore, sent.get() - sentBefore, System.nanoTime() - began};
        stop.set(true);
        for (Thread sender : senders) {
            sender.join();
        }
        for (Thread receiver : receivers) {
            receiver.join();
        }
        return result;
    }

    private void send(Destination destination) {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                MessageProducer producer = session.createProducer(destination)) {
            producer.setDeliveryMode(deliveryMode);
            byte[] body = new byte[size];
            while (!stop.get()) {
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(body);
                try {
                    producer.send(message);
                    sent.incrementAndGet();
                } catch (ResourceAllocationException full) {
                    // no room within the time that a sender waits; it tries again
                }
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Receives until the producers have stopped and nothing is left. */
    private void receive(Destination destination, AtomicLong count) {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(destination)) {
            connection.start();
            long end = Long.MAX_VALUE;
            while (System.nanoTime() < end) {
                boolean ending = stop.get();
                if (ending && end == Long.MAX_VALUE) {
                    end = System.nanoTime() + DRAIN_SECONDS * 1_000_000_000L;
                }
                if (consumer.receive(ending ? 300 : 1000) != null) {
                    count.incrementAndGet();
                } else if (ending) {
                    return;
                }
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
