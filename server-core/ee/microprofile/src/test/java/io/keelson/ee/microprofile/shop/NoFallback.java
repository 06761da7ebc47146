package io.keelson.ee.microprofile.shop;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.faulttolerance.Fallback;

/** Names a method that is not there. */
@ApplicationScoped
public class NoFallback {
    @Fallback(fallbackMethod = "absent")
    public String call() {
        return "";
    }
}
