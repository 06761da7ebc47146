package io.keelson.ee.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.naming.NamingSettings;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Threads of a factory work for the user who has looked the factory up. */
class ThreadFactoryCallerTest {
    private final ClassLoader loader = new ClassLoader() {};
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Naming naming = Naming.open("one", () -> NamingSettings.NONE, true);
    private ComponentNames names;

    @BeforeEach
    void bind() throws Exception {
        names = naming.application("shop").module("shop", loader);
        new ModuleConcurrency(
                        "shop",
                        loader,
                        names,
                        () -> {
                            throw new AssertionError("threads have no work manager");
                        },
                        null,
                        null,
                        List.of(loader),
                        timer,
                        Ticker.system())
                .bindDefaults();
    }

    @AfterEach
    void end() {
        names.close();
        naming.close();
        timer.shutdownNow();
    }

    @Test
    void eachLookupHasItsOwnCaller() throws Exception {
        ManagedThreadFactory ofAnn = lookedUpBy("ann");
        ManagedThreadFactory ofBob = lookedUpBy("bob");

        assertThat(userOf(ofAnn)).isEqualTo("ann");
        assertThat(userOf(ofBob)).isEqualTo("bob");
        assertThat(userOf(factory())).as("looked up outside of the application").isEqualTo("nobody");
    }

    @Test
    void aFactoryKeepsItsCallerAfterTheLogout() throws Exception {
        InvocationContext request = request("ann");
        InvocationContext before = InvocationContext.enter(request);
        try {
            ManagedThreadFactory factory = factory();
            request.caller(null);
            assertThat(userOf(factory)).isEqualTo("ann");
        } finally {
            InvocationContext.exit(before, getClass().getClassLoader());
        }
    }

    @Test
    void threadsOfAllLookupsHaveDifferentNames() throws Exception {
        assertThat(factory().newThread(() -> {}).getName())
                .isNotEqualTo(factory().newThread(() -> {}).getName());
    }

    private InvocationContext request(String user) {
        InvocationContext context = new InvocationContext("shop", loader, 0);
        context.caller(new Caller(() -> user, Set.of()));
        return context;
    }

    private ManagedThreadFactory lookedUpBy(String user) throws Exception {
        InvocationContext before = InvocationContext.enter(request(user));
        try {
            return factory();
        } finally {
            InvocationContext.exit(before, getClass().getClassLoader());
        }
    }

    private ManagedThreadFactory factory() throws Exception {
        return (ManagedThreadFactory) names.initialContext().lookup("java:comp/DefaultManagedThreadFactory");
    }

    private static String userOf(ManagedThreadFactory factory) throws InterruptedException {
        AtomicReference<String> user = new AtomicReference<>();
        Thread thread = factory.newThread(() -> {
            Caller caller = InvocationContext.current().caller();
            user.set(caller == null ? "nobody" : caller.principal().getName());
        });
        thread.start();
        thread.join();
        return user.get();
    }
}
