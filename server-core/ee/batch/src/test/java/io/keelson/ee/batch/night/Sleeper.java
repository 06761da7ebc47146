package io.keelson.ee.batch.night;

import jakarta.batch.api.Batchlet;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Named;
import java.util.concurrent.CountDownLatch;

@Named
@Dependent
public class Sleeper implements Batchlet {
    private final CountDownLatch stopped = new CountDownLatch(1);

    @Override
    public String process() throws Exception {
        System.setProperty("keelson.test.sleeps", "true");
        stopped.await();
        System.setProperty("keelson.test.stopped", "true");
        return "STOPPED";
    }

    @Override
    public void stop() {
        stopped.countDown();
    }
}
