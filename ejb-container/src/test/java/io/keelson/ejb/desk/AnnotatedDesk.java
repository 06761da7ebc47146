package io.keelson.ejb.desk;

import io.keelson.api.remote.DispatchPolicy;
import jakarta.ejb.AsyncResult;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.Stateless;
import java.util.concurrent.Future;

/** Names its work manager itself. */
@Stateless
@DispatchPolicy("own")
public class AnnotatedDesk {
    @Asynchronous
    public Future<String> later(String text) {
        return new AsyncResult<>(text);
    }
}
