package io.keelson.ee.security.gate;

import jakarta.ejb.AsyncResult;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.Stateless;
import java.util.concurrent.Future;

/** Runs on another thread. */
@Stateless
public class Courier {
    @Asynchronous
    public Future<String> run() {
        return new AsyncResult<>(Errands.say());
    }
}
