package io.keelson.ee.opentelemetry.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.context.InvocationContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@SuppressWarnings("MustBeClosedChecker") // scopes that are not closed in order are the matter
class InvocationStorageTest {
    private static final ContextKey<String> KEY = ContextKey.named("test");
    private static final ClassLoader LOADER = InvocationStorageTest.class.getClassLoader();

    @BeforeAll
    static void claim() {
        InvocationStorage.claim(LOADER);
    }

    private static InvocationContext invocation() {
        return new InvocationContext("shop", LOADER, 1);
    }

    private static Context with(String value) {
        return Context.root().with(KEY, value);
    }

    @Test
    void aContextFollowsTheWorkToAnotherThread() throws Exception {
        String there = invocation().call(() -> {
            try (Scope scope = with("order").makeCurrent()) {
                InvocationContext copy = InvocationContext.current().copy();
                return CompletableFuture.supplyAsync(() -> called(copy)).get();
            }
        });

        assertThat(there).isEqualTo("order");
    }

    private static String called(InvocationContext in) {
        try {
            return in.call(() -> Context.current().get(KEY));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatIsNotClosedEndsWithTheInvocation() throws Exception {
        invocation().call(() -> with("left").makeCurrent());

        assertThat(Context.current().get(KEY)).isNull();
        assertThat(called(invocation())).isNull();
    }

    @Test
    void scopesAreLeftInOrder() throws Exception {
        invocation().call(() -> {
            Scope outer = with("outer").makeCurrent();
            Scope inner = with("inner").makeCurrent();
            outer.close();
            assertThat(Context.current().get(KEY)).isEqualTo("inner");
            inner.close();
            assertThat(Context.current().get(KEY)).isEqualTo("outer");
            return null;
        });
    }

    @Test
    void aScopeThatIsClosedElsewhereChangesNothingThere() throws Exception {
        Scope scope = invocation().call(() -> with("here").makeCurrent());
        invocation().call(() -> {
            try (Scope own = with("own").makeCurrent()) {
                scope.close();
                return assertThat(Context.current().get(KEY)).isEqualTo("own");
            }
        });
    }

    @Test
    void threadsWithoutAnInvocationKeepTheirOwn() {
        try (Scope scope = with("thread").makeCurrent()) {
            assertThat(Context.current().get(KEY)).isEqualTo("thread");
            assertThat(called(invocation())).isEqualTo("thread");
        }
        assertThat(Context.current().get(KEY)).isNull();
    }
}
