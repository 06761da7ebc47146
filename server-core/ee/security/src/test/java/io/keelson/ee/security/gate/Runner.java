package io.keelson.ee.security.gate;

import jakarta.enterprise.concurrent.Asynchronous;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;

/** Runs on a thread of the default executor. */
@ApplicationScoped
public class Runner {
    @Asynchronous
    public CompletableFuture<String> run() {
        return Asynchronous.Result.complete(Errands.say());
    }
}
