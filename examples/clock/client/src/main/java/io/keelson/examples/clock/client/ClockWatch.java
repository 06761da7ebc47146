package io.keelson.examples.clock.client;

import io.keelson.examples.clock.Cart;
import io.keelson.examples.clock.Clock;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import java.util.concurrent.TimeUnit;

/**
 * The application client of the clock's EAR: {@code keelson client clock.ear -- SECONDS}. Its members are injected before {@link #main}.
 */
public final class ClockWatch {
    @EJB
    private static Clock clock;

    @EJB
    private static Cart cart;

    @Resource
    private static UserTransaction transaction;

    private ClockWatch() {}

    /** Looks at the clock each second, and adds to a cart within a transaction. */
    public static void main(String... words)
            throws InterruptedException, NotSupportedException, SystemException, RollbackException,
                    HeuristicMixedException, HeuristicRollbackException {
        int seconds = words.length > 0 ? Integer.parseInt(words[0]) : 5;
        for (int i = 0; i < seconds; i++) {
            transaction.begin();
            int count = cart.add();
            transaction.commit();
            System.out.println(clock.ticks() + ", cart " + count + " on " + cart.server());
            TimeUnit.SECONDS.sleep(1);
        }
    }

    @PreDestroy
    private static void end() {
        System.out.println("the watch ends");
    }
}
