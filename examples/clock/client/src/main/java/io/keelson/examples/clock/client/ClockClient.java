package io.keelson.examples.clock.client;

import io.keelson.examples.clock.Cart;
import io.keelson.examples.clock.Clock;
import jakarta.ejb.EJBException;
import java.util.Hashtable;
import java.util.concurrent.TimeUnit;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Looks at the clock and puts something into a cart each second: {@code ClockClient [ADDRESSES [SECONDS]]}. */
public final class ClockClient {
    private static final String ADDRESSES = "keelson://127.0.0.1:7003,127.0.0.1:7005,127.0.0.1:7007";
    private static final int SECONDS = 10;

    private ClockClient() {}

    /** Runs it. */
    public static void main(String... words) throws NamingException, InterruptedException {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.keelson.client.ContextFactory");
        environment.put(Context.PROVIDER_URL, words.length > 0 ? words[0] : ADDRESSES);
        int seconds = words.length > 1 ? Integer.parseInt(words[1]) : SECONDS;
        Context context = new InitialContext(environment);
        try {
            Clock clock = (Clock) context.lookup("java:global/clock/clock-beans/Clock!" + Clock.class.getName());
            Cart cart = (Cart) context.lookup("java:global/clock/clock-beans/Cart!" + Cart.class.getName());
            for (int i = 0; i < seconds; i++) {
                try {
                    System.out.println(clock.ticks() + ", cart " + cart.add() + " on " + cart.server());
                } catch (EJBException e) {
                    System.out.println("failed: " + e.getMessage());
                }
                TimeUnit.SECONDS.sleep(1);
            }
        } finally {
            context.close();
        }
    }
}
