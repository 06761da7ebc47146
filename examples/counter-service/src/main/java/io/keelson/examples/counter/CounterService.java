package io.keelson.examples.counter;

import io.keelson.api.cluster.LeaseContext;
import io.keelson.api.cluster.LeasedService;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Counts from 5 on, on one server of the cluster at a time. Its value is in memory: where the service goes to another server it
 * starts again; a real one would read it from a store.
 */
public final class CounterService implements LeasedService, Counter {
    private int value;
    private String server = "";

    @Override
    public synchronized void activate(LeaseContext lease) {
        value = 5;
        server = lease.owner();
        try {
            new InitialContext().bind(NAME, this);
        } catch (NamingException e) {
            throw new IllegalStateException("the counter cannot be bound at " + NAME, e);
        }
        System.out.println("activate: the counter is on " + server + ", epoch " + lease.epoch());
    }

    @Override
    public synchronized void deactivate(LeaseContext lease) {
        // The server takes the name away.
        System.out.println("deactivate: the counter leaves " + lease.owner());
    }

    @Override
    public synchronized int add(int amount) {
        value += amount;
        return value;
    }

    @Override
    public synchronized int value() {
        return value;
    }

    @Override
    public synchronized String server() {
        return server;
    }
}
