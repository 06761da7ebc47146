package shop;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.annotation.sql.DataSourceDefinition;
import jakarta.ejb.EJB;
import jakarta.jms.ConnectionFactory;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.net.URL;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** A client that says what it was given. */
@DataSourceDefinition(name = "java:comp/env/jdbc/own", className = "shop.OwnSource", user = "sa", properties = "color=red")
@EJB(name = "ejb/named", beanInterface = Clock.class, beanName = "SecondClock")
public class Main extends Base {
    @EJB(beanName = "beans.jar#FirstClock")
    private static Clock clock;

    @EJB(lookup = "java:app/beans/SecondClock!shop.Clock")
    private static Clock other;

    private static Clock descriptorsClock;

    @Resource
    private static UserTransaction transaction;

    @Resource
    private static ConnectionFactory connections;

    @Resource(lookup = "java:comp/env/jdbc/own")
    private static DataSource source;

    @Resource(lookup = "http://localhost/catalogue")
    private static URL catalogue;

    @Resource(name = "limit")
    private static int limit;

    private static long price;

    @Resource
    private static void setPrice(long value) {
        price = value;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("throw")) {
            throw new IllegalStateException("as asked");
        }
        Context names = (Context) Class.forName("io.keelson.appclient.ClientContextFactory").getMethod("context").invoke(null);
        LINES.add("arguments " + String.join(",", arguments));
        LINES.add("clocks " + clock.now() + " " + other.now() + " " + descriptorsClock.now());
        LINES.add("named " + ((Clock) names.lookup("java:comp/env/ejb/named")).now());
        LINES.add("entries " + motto() + " " + limit + " " + price + " " + catalogue);
        LINES.add("source " + source + " " + (names.lookup("java:comp/env/jdbc/own") == source));
        LINES.add("connections " + (connections != null));
        LINES.add("names " + names.lookup("java:app/AppName") + " " + names.lookup("java:module/ModuleName") + " "
                + names.lookup("java:comp/InAppClientContainer"));
        LINES.add("global " + ((Clock) names.lookup("java:global/shop/beans/FirstClock!shop.Clock")).now() + " "
                + ((Clock) names.lookup("java:app/clocks/Other")).now());
        try {
            names.lookup("java:comp/env/limits");
        } catch (NamingException e) {
            LINES.add(e.getMessage());
        }
        LINES.add("caller " + ledger().caller());
        transactions();
    }

    private static void transactions() throws Exception {
        LINES.add("before " + ledger().inTransaction() + " " + transaction.getStatus());
        transaction.begin();
        ledger().add(5);
        LINES.add("within " + ledger().inTransaction() + " " + ledger().total() + " " + transaction.getStatus());
        transaction.commit();
        LINES.add("committed " + ledger().total() + " " + ledger().inTransaction());
        transaction.begin();
        ledger().add(7);
        transaction.rollback();
        LINES.add("rolled back " + ledger().total());
        transaction.begin();
        ledger().add(9);
        transaction.setRollbackOnly();
        LINES.add("marked " + (transaction.getStatus() == Status.STATUS_MARKED_ROLLBACK));
        try {
            transaction.commit();
        } catch (RollbackException e) {
            LINES.add("refused " + ledger().total());
        }
        transaction.begin();
        ledger().add(11);
        try {
            ledger().fail();
        } catch (RuntimeException e) {
            LINES.add("failed " + e.getClass().getSimpleName());
        }
        try {
            transaction.commit();
        } catch (RollbackException e) {
            LINES.add("lost " + ledger().total());
        }
    }

    @PostConstruct
    private static void begin() {
        LINES.add("main begins");
    }

    @PreDestroy
    private static void end() {
        LINES.add("main ends");
    }
}
