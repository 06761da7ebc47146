package io.keelson.ejb.war;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;

/** A singleton with an interface that is made after another. */
@Singleton(name = "Counter")
@Startup
@DependsOn("Starter")
public class Counted implements Visits {
    private int count;

    @PostConstruct
    void start() {
        Starter.ORDER.append(" counter");
    }

    @Override
    public int next() {
        return ++count;
    }

    @PreDestroy
    void end() {
        System.setProperty("keelson.test.ejb.ended", System.getProperty("keelson.test.ejb.ended", "") + "counter ");
    }
}
