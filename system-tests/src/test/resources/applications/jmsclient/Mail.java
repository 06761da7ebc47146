package jmsclient;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Collections;
import java.util.Hashtable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.Context;
import javax.naming.InitialContext;

/** A client that does what lines of its input say, and answers each with one line. Arguments: url, user, password. */
public final class Mail {
    private static final long SOON = 20_000;

    private final ConnectionFactory factory;
    private final Queue letters;
    private final Topic news;
    private final AtomicInteger heard = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final Set<String> sent = ConcurrentHashMap.newKeySet();
    private final Set<String> received = ConcurrentHashMap.newKeySet();
    private final AtomicInteger unmarked = new AtomicInteger();
    private final AtomicInteger disorder = new AtomicInteger();
    private int last = -1;
    private Connection durable;
    private volatile boolean going = true;
    private Thread sender;

    private Mail(Context names) throws Exception {
        factory = (ConnectionFactory) names.lookup("jms/DefaultJMSConnectionFactory");
        letters = (Queue) names.lookup("jms/letters");
        news = (Topic) names.lookup("jms/news");
    }

    public static void main(String[] arguments) throws Exception {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.keelson.client.ContextFactory");
        environment.put(Context.PROVIDER_URL, arguments[0]);
        if (arguments.length > 1) {
            environment.put(Context.SECURITY_PRINCIPAL, arguments[1]);
            environment.put(Context.SECURITY_CREDENTIALS, arguments[2]);
        }
        Context names = new InitialContext(environment);
        Mail mail = new Mail(names);
        names.close(); // factories outlive their context
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            try {
                System.out.println(mail.answer(line.split(" ")));
            } catch (Exception e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
    }

    private String answer(String[] words) throws Exception {
        switch (words[0]) {
            case "send" -> {
                try (JMSContext context = factory.createContext()) {
                    context.createProducer().setProperty("colour", "red").send(letters, words[1]);
                }
                return "sent";
            }
            case "as" -> {
                try (JMSContext context = factory.createContext(words[1], words[2].replace('_', ' '))) {
                    context.createProducer().send(letters, "as " + words[1]);
                }
                return "sent";
            }
            case "receive" -> {
                try (JMSContext context = factory.createContext()) {
                    return String.valueOf(context.createConsumer(letters, words.length > 1 ? words[1] : null)
                            .receiveBody(String.class, 2_000));
                }
            }
            case "browse" -> {
                try (Connection connection = factory.createConnection();
                        Session session = connection.createSession();
                        QueueBrowser browser = session.createBrowser(letters)) {
                    return String.valueOf(Collections.list(browser.getEnumeration()).size());
                }
            }
            case "transacted" -> {
                return transacted();
            }
            case "legacy" -> {
                return legacy();
            }
            case "subscribe" -> {
                subscribe();
                return "subscribed";
            }
            case "unsubscribe" -> {
                durable.close();
                return "closed";
            }
            case "publish" -> {
                try (JMSContext context = factory.createContext()) {
                    context.createProducer().send(news, words[1]);
                }
                return "published";
            }
            case "heard" -> {
                return heard.get() + " " + failures.get();
            }
            case "traffic" -> {
                traffic();
                return "begun";
            }
            case "counts" -> {
                return sent.size() + " " + received.size();
            }
            case "stop" -> {
                going = false;
                sender.join();
                return "stopped";
            }
            case "missing" -> {
                Set<String> missing = new java.util.TreeSet<>(sent);
                missing.removeAll(received);
                return missing.size() + " missing " + unmarked.get() + " twice without a mark";
            }
            case "disorder" -> {
                return disorder.get() + " out of order";
            }
            default -> {
                return "what?";
            }
        }
    }

    private String transacted() throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            connection.start();
            var producer = session.createProducer(letters);
            producer.send(session.createTextMessage("dropped"));
            session.rollback();
            producer.send(session.createTextMessage("kept"));
            session.commit();
            MessageConsumer consumer = session.createConsumer(letters);
            TextMessage first = (TextMessage) consumer.receive(SOON);
            session.rollback();
            TextMessage again = (TextMessage) consumer.receive(SOON);
            session.commit();
            return first.getText() + " " + again.getText() + " " + again.getJMSRedelivered() + " "
                    + consumer.receive(200);
        }
    }

    private String legacy() throws JMSException {
        try (QueueConnection connection = ((QueueConnectionFactory) factory).createQueueConnection()) {
            QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            connection.start();
            session.createSender(letters).send(session.createTextMessage("old"));
            return ((TextMessage) session.createReceiver(letters).receive(SOON)).getText();
        }
    }

    private void subscribe() throws JMSException {
        durable = factory.createConnection();
        durable.setClientID("reader");
        durable.setExceptionListener(e -> failures.incrementAndGet());
        Session session = durable.createSession();
        session.createDurableConsumer(news, "all").setMessageListener(message -> heard.incrementAndGet());
        durable.start();
    }

    /** Sends and receives until it is stopped, on connections that stay. */
    private void traffic() throws JMSException {
        Connection connection = factory.createConnection();
        Session receiving = connection.createSession();
        receiving.createConsumer(letters).setMessageListener(this::take);
        connection.start();
        sender = new Thread(() -> {
            try (JMSContext context = factory.createContext()) {
                var producer = context.createProducer();
                for (int i = 0; going; i++) {
                    String text = "t" + i;
                    producer.send(letters, text);
                    sent.add(text);
                }
            } catch (RuntimeException e) {
                e.printStackTrace();
                failures.incrementAndGet();
            }
        });
        sender.start();
    }

    private void take(Message message) {
        try {
            int number = Integer.parseInt(message.getBody(String.class).substring(1));
            if (number < last && !message.getJMSRedelivered()) {
                disorder.incrementAndGet();
            }
            last = Math.max(last, number);
            if (!received.add(message.getBody(String.class)) && !message.getJMSRedelivered()) {
                unmarked.incrementAndGet();
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
