package io.keelson.ejb.desk;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Notes how many receivers it has. Its first message takes long, unless there are more of them than are needed. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "java:app/jms/parcels"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class NarrowListener implements MessageListener {
    private static final AtomicInteger HANDLED = new AtomicInteger();
    private static final AtomicInteger RECEIVERS = new AtomicInteger();

    @Override
    public void onMessage(Message message) {
        int most = receivers();
        for (int i = 0; HANDLED.get() == 0 && most <= 2 && i < 200; i++) {
            pause();
            most = receivers();
        }
        RECEIVERS.accumulateAndGet(most, Math::max);
        HANDLED.incrementAndGet();
    }

    private static int receivers() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("keelson.ejb.NarrowListener-"))
                .count();
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns what was seen. */
    public static String seen() {
        return HANDLED + " handled, receivers " + RECEIVERS;
    }
}
