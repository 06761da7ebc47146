package till;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.jms.JMSContext;
import jakarta.jms.ConnectionFactory;
import jakarta.transaction.UserTransaction;
import javax.naming.InitialContext;

public final class Main {
    @EJB
    private static Counter counter;

    @Resource
    private static ConnectionFactory factory;

    @Resource
    private static UserTransaction transaction;

    private Main() {
    }

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "exit" -> System.exit(7);
            case "throw" -> throw new IllegalStateException("as asked");
            default -> {
            }
        }
        transaction.begin();
        System.out.println("caller " + counter.caller());
        transaction.commit();
        Counter again = (Counter) new InitialContext().lookup("java:comp/env/till.Main/counter");
        System.out.println("counter " + (counter.add(2) < again.add(3)));
        System.out.println("name " + new InitialContext().lookup("java:module/ModuleName"));
        try (JMSContext messages = factory.createContext()) {
            System.out.println("messages " + (messages.getMetaData() != null));
        }
        new Thread(() -> {
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            System.out.println("thread " + counter.caller());
        }).start();
        System.out.println("main returns");
    }

    @PreDestroy
    static void end() {
        System.out.println("ends");
    }
}
