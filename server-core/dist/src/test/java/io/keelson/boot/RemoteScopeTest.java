package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.remoting.spi.RemoteCaller;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** As what the remote calls of an application run, and on whose behalf it calls others. */
class RemoteScopeTest {
    private static final InvocationContext.Slot<String> OF_THE_REQUEST = InvocationContext.Slot.travelling();

    private final ClassLoader loader = new ClassLoader(null) {};
    private final ApplicationScope scope = new ApplicationScope("shop", loader);
    private final CallingThread thread = new CallingThread();

    @Test
    void aCallRunsAsItsCallerAndCallsOthersAsIt() throws Exception {
        RemoteCaller ada = new RemoteCaller(() -> "ada", Set.of("users"));

        scope.run(ada, Map.of(), () -> {
            InvocationContext context = InvocationContext.current();
            assertThat(context.application()).isEqualTo("shop");
            assertThat(context.caller().principal().getName()).isEqualTo("ada");
            assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(loader);
            assertThat(thread.caller()).isEqualTo(ada);
            return 0;
        });
        assertThat(InvocationContext.current()).isNull();
        assertThat(thread.caller()).isEqualTo(RemoteCaller.ANONYMOUS);
    }

    @Test
    void nothingOfARequestGetsIntoACall() throws Exception {
        InvocationContext request = new InvocationContext("web", getClass().getClassLoader(), 7);
        request.caller(new Caller(() -> "eve", Set.of("staff")));
        request.put(OF_THE_REQUEST, "attributes");

        request.call(() -> scope.run(RemoteCaller.ANONYMOUS, Map.of(), () -> {
            InvocationContext context = InvocationContext.current();
            assertThat(context.requestId()).isZero();
            assertThat(context.caller()).isNull();
            assertThat(context.get(OF_THE_REQUEST)).isNull();
            assertThat(thread.caller()).isEqualTo(RemoteCaller.ANONYMOUS);
            return 0;
        }));
        assertThat(request.caller().principal().getName()).isEqualTo("eve");
    }

    @Test
    void aRequestCallsOthersAsItsUserAndGivesThemNothingElse() throws Exception {
        InvocationContext request = new InvocationContext("web", loader, 7);
        request.caller(new Caller(() -> "eve", Set.of("staff")));
        request.put(OF_THE_REQUEST, "attributes");

        request.call(() -> {
            assertThat(thread.caller().principal().getName()).isEqualTo("eve");
            assertThat(thread.caller().groups()).containsExactly("staff");
            assertThat(thread.outgoing()).isEmpty();
            return 0;
        });
    }
}
