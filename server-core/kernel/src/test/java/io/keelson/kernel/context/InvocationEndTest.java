package io.keelson.kernel.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.context.InvocationContext.Slot;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InvocationEndTest {
    private static final List<String> LEFT = new ArrayList<>();
    private static final Slot<String> SLOT = Slot.ofInvocation(LEFT::add);
    private static final Slot<String> STAYING = Slot.staying();

    private final ClassLoader loader = getClass().getClassLoader();

    @BeforeEach
    void nothingIsLeft() {
        LEFT.clear();
    }

    private InvocationContext context() {
        return new InvocationContext("shop", loader, 0);
    }

    @Test
    void whatIsLeftIsHandedOverAtTheEndOfTheOutermostContext() throws Exception {
        InvocationContext outer = context();
        InvocationContext inner = context();
        Boolean done = outer.call(() -> {
            Boolean begun = inner.call(() -> {
                inner.put(SLOT, "begun within");
                inner.put(STAYING, "its own");
                return true;
            });
            assertThat(LEFT).isEmpty();
            assertThat(outer.get(SLOT)).isEqualTo("begun within");
            assertThat(outer.get(STAYING)).isNull();
            return begun;
        });
        assertThat(done).isTrue();
        assertThat(LEFT).containsExactly("begun within");
    }

    @Test
    void whatIsTakenWithinStaysTaken() throws Exception {
        InvocationContext outer = context();
        InvocationContext inner = context();
        outer.call(() -> {
            outer.put(SLOT, "begun");
            Boolean taken = inner.call(() -> {
                assertThat(inner.get(SLOT)).isEqualTo("begun");
                inner.put(SLOT, null);
                return true;
            });
            assertThat(outer.get(SLOT)).isNull();
            return taken;
        });
        assertThat(LEFT).isEmpty();
    }

    @Test
    void aContextThatIsEnteredTwiceEndsOnce() throws Exception {
        InvocationContext context = context();
        context.call(() -> {
            context.put(SLOT, "begun");
            return context.call(LEFT::isEmpty);
        });
        assertThat(LEFT).containsExactly("begun");
        assertThat(context.call(() -> context.get(SLOT) == null)).isTrue();
    }

    @Test
    void aCopyForAnotherThreadDoesNotHaveIt() throws Exception {
        InvocationContext context = context();
        context.put(SLOT, "begun");
        assertThat(context.copy().get(SLOT)).isNull();
    }

    @Test
    void aThreadOutsideOfAnyInvocationHasABareContext() {
        InvocationContext bare = InvocationContext.currentOrBare();
        assertThat(InvocationContext.currentOrBare()).isSameAs(bare);
        bare.put(SLOT, "of a thread");
        InvocationContext.end();
        assertThat(LEFT).containsExactly("of a thread");
        assertThat(InvocationContext.current()).isNull();
        assertThat(InvocationContext.currentOrBare().application()).isNull();
        InvocationContext.leaveBare();
        assertThat(InvocationContext.current()).isNull();
    }
}
