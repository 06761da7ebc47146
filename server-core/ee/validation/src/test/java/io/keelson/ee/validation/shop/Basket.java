package io.keelson.ee.validation.shop;

import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Inject;
import java.io.Serializable;
import java.util.concurrent.ExecutionException;

/** A user's basket, which others hear of. */
@SessionScoped
public class Basket implements Serializable {
    private static final long serialVersionUID = 1L;

    @Inject
    private Event<Basket> changes;

    private int count;

    /** Puts one more into it and waits until all have heard. */
    public int add() throws InterruptedException, ExecutionException {
        count++;
        changes.fireAsync(this).toCompletableFuture().get();
        return count;
    }

    void heard(@ObservesAsync Basket changed) {
        count++;
    }
}
