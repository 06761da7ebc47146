package io.keelson.ee.batch.night;

import jakarta.batch.api.chunk.ItemProcessor;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Named;
import java.util.concurrent.CountDownLatch;

/** Fails at a number while a property of the system says so; waits at it for another. */
@Named
@Dependent
public class Fragile implements ItemProcessor {
    @Override
    public Object processItem(Object item) throws Exception {
        if (item.toString().equals(System.getProperty("keelson.test.fail"))) {
            throw new IllegalStateException("number " + item);
        }
        if (item.toString().equals(System.getProperty("keelson.test.wait"))) {
            System.setProperty("keelson.test.waits", "true");
            new CountDownLatch(1).await();
        }
        return "n" + item;
    }
}
