package io.keelson.ee.cdi.webapp;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Inject;
import java.util.concurrent.CompletionStage;

/** Is intercepted, fires events and has a resource. */
@Dependent
public class Greeter {
    @Inject
    private Event<StringBuilder> events;

    @Resource(lookup = "java:app/AppName")
    private String application;

    @Loud
    public String greet(String name) {
        return "hello " + name + " from " + application;
    }

    CompletionStage<StringBuilder> fire() {
        return events.fireAsync(new StringBuilder("fired"));
    }

    void observe(@ObservesAsync StringBuilder text, Visits visits) {
        visits.getCount();
        text.append(" on ")
                .append(Thread.currentThread().getContextClassLoader().getName());
    }
}
