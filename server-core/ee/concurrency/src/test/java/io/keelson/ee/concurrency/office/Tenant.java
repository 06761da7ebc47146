package io.keelson.ee.concurrency.office;

import jakarta.enterprise.concurrent.spi.ThreadContextProvider;
import jakarta.enterprise.concurrent.spi.ThreadContextSnapshot;
import java.util.Map;

/** A type of context that the application brings. */
public final class Tenant implements ThreadContextProvider {
    static final ThreadLocal<String> CURRENT = ThreadLocal.withInitial(() -> "none");

    @Override
    public ThreadContextSnapshot currentContext(Map<String, String> props) {
        return establish(CURRENT.get());
    }

    @Override
    public ThreadContextSnapshot clearedContext(Map<String, String> props) {
        return establish("none");
    }

    private static ThreadContextSnapshot establish(String tenant) {
        return () -> {
            String before = CURRENT.get();
            CURRENT.set(tenant);
            return () -> CURRENT.set(before);
        };
    }

    @Override
    public String getThreadContextType() {
        return "Tenant";
    }
}
