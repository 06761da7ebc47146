package io.keelson.jms.client;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.store.FileMessageStore;
import io.keelson.jms.store.PagingFiles;
import io.keelson.jms.store.WritePolicy;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A JMS server with little memory and a large backlog, in a process of its own. {@link PagingIT} starts and kills it. */
final class PagingProcess {
    static final int MESSAGES = 3000;
    static final int SMALL_MESSAGES = 150_000;
    private static final int SIZE = 100_000;
    private static final DestinationName NAME = DestinationName.queue("orders");

    private PagingProcess() {}

    /** Takes a directory, and what to do: fill, drain, pass, fill-small or drain-small. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        ScheduledExecutorService alarm = Threads.scheduler("alarm");
        ScheduledExecutorService pager = Threads.scheduler("pager");
        JmsServer[] made = new JmsServer[1];
        made[0] = new JmsServer(
                "small",
                new FileMessageStore("small", directory, WritePolicy.DISABLED, 32 << 20),
                Ticker.system(),
                millis -> alarm.schedule(() -> made[0].tick(), millis, TimeUnit.MILLISECONDS));
        long memory = Runtime.getRuntime().maxMemory() / 3;
        made[0].bytesMaximum(memory);
        PagingFiles files = new PagingFiles(directory.resolve("paging"), "p", 16 << 20);
        made[0].pageTo(files, (task, after) -> pager.schedule(task, after, TimeUnit.MILLISECONDS), memory / 2);
        made[0].open(0, Map.of(NAME, DestinationRules.STANDARD));
        Queue queue = (Queue) ClientDestination.of(NAME);
        try (JMSContext context =
                new ClientConnectionFactory(made[0], () -> FactorySettings.STANDARD, null).createContext()) {
            switch (arguments[1]) {
                case "fill" -> fill(context, queue, DeliveryMode.PERSISTENT);
                case "drain" -> drain(context, queue);
                case "fill-small" -> fillSmall(context, queue);
                case "drain-small" -> drainSmall(context, queue);
                default -> {
                    fill(context, queue, DeliveryMode.NON_PERSISTENT);
                    System.out.println("files " + files.count());
                    drain(context, queue);
                }
            }
        }
        System.out.println("done");
        if (arguments[1].startsWith("fill")) {
            Thread.sleep(60_000); // until it is killed
        }
        made[0].close();
        pager.shutdown();
        alarm.shutdownNow();
    }

    private static byte[] body(int number) {
        byte[] body = new byte[SIZE];
        Arrays.fill(body, (byte) number);
        body[SIZE - 1] = (byte) (number >> 8);
        return body;
    }

    private static void fill(JMSContext context, Queue queue, int mode) {
        JMSProducer producer = context.createProducer().setDeliveryMode(mode);
        for (int i = 0; i < MESSAGES; i++) {
            producer.setProperty("n", i).send(queue, body(i));
        }
    }

    private static void drain(JMSContext context, Queue queue) throws Exception {
        try (QueueBrowser browser = context.createBrowser(queue)) {
            int count = 0;
            for (Enumeration<?> all = browser.getEnumeration(); all.hasMoreElements(); count++) {
                check((BytesMessage) all.nextElement(), count);
            }
            require(count == MESSAGES, "browsed " + count);
        }
        try (JMSConsumer consumer = context.createConsumer(queue)) {
            for (int i = 0; i < MESSAGES; i++) {
                check((BytesMessage) consumer.receive(20_000), i);
            }
            require(consumer.receiveNoWait() == null, "more than there were");
        }
    }

    private static void fillSmall(JMSContext of, Queue queue) {
        try (JMSContext context = of.createContext(JMSContext.SESSION_TRANSACTED)) {
            JMSProducer producer = context.createProducer();
            for (int i = 0; i < SMALL_MESSAGES; i++) {
                producer.setProperty("n", i).send(queue, "small");
                if (i % 500 == 499) {
                    context.commit();
                }
            }
        }
    }

    private static void drainSmall(JMSContext of, Queue queue) throws Exception {
        try (JMSContext context = of.createContext(JMSContext.DUPS_OK_ACKNOWLEDGE);
                JMSConsumer consumer = context.createConsumer(queue)) {
            for (int i = 0; i < SMALL_MESSAGES; i++) {
                Message message = consumer.receive(20_000);
                require(message != null && message.getIntProperty("n") == i, "order at " + i);
            }
            require(consumer.receiveNoWait() == null, "more than there were");
        }
    }

    private static void check(BytesMessage message, int number) throws Exception {
        require(message != null && message.getIntProperty("n") == number, "order at " + number);
        require(Arrays.equals(message.getBody(byte[].class), body(number)), "body of " + number);
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }
}
