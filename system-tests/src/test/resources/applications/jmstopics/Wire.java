package jmstopics;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Hashtable;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.Context;
import javax.naming.InitialContext;

/** A client of a topic that does what lines of its input say, and answers each with one line. Argument: url. */
public final class Wire {
    private final ConnectionFactory factory;
    private final Topic news;
    private final Set<String> heard = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> last = new ConcurrentHashMap<>();
    private final AtomicInteger twice = new AtomicInteger();
    private final AtomicInteger disordered = new AtomicInteger();
    private Connection connection;

    private Wire(Context names) throws Exception {
        factory = (ConnectionFactory) names.lookup("jms/DefaultJMSConnectionFactory");
        news = (Topic) names.lookup("jms/news");
    }

    public static void main(String[] arguments) throws Exception {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.keelson.client.ContextFactory");
        environment.put(Context.PROVIDER_URL, arguments[0]);
        Context names = new InitialContext(environment);
        Wire wire = new Wire(names);
        names.close();
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            try {
                System.out.println(wire.answer(line.split(" ")));
            } catch (Exception e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
    }

    private String answer(String[] words) throws Exception {
        switch (words[0]) {
            case "listen" -> {
                listen(null);
                return "listening";
            }
            case "durable" -> {
                listen(words[1]);
                return "subscribed";
            }
            case "close" -> {
                connection.close();
                return "closed";
            }
            case "unsubscribe" -> {
                try (JMSContext context = factory.createContext()) {
                    context.setClientID(words[1]);
                    context.unsubscribe("all");
                }
                return "unsubscribed";
            }
            case "publish" -> {
                try (JMSContext context = factory.createContext()) {
                    var producer = context.createProducer();
                    for (int i = 0; i < Integer.parseInt(words[2]); i++) {
                        producer.send(news, words[1] + " " + i);
                    }
                }
                return "published";
            }
            case "heard" -> {
                return heard.size() + " heard, " + twice.get() + " twice, " + disordered.get() + " out of order";
            }
            default -> {
                return "what?";
            }
        }
    }

    private void listen(String clientId) throws JMSException {
        connection = factory.createConnection();
        if (clientId != null) {
            connection.setClientID(clientId);
        }
        Session session = connection.createSession();
        MessageConsumer consumer =
                clientId == null ? session.createConsumer(news) : session.createDurableConsumer(news, "all");
        consumer.setMessageListener(this::take);
        connection.start();
    }

    private void take(Message message) {
        try {
            String text = message.getBody(String.class);
            String[] parts = text.split(" ");
            if (!heard.add(text)) {
                if (!message.getJMSRedelivered()) {
                    twice.incrementAndGet();
                }
                return;
            }
            int number = Integer.parseInt(parts[1]);
            Integer before = last.put(parts[0], number);
            if (before != null && before >= number) {
                disordered.incrementAndGet();
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
