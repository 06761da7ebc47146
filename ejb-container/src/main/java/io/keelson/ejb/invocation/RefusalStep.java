package io.keelson.ejb.invocation;

import org.jspecify.annotations.Nullable;

/**
 * Tells the client of a refusal outside of the call's transaction. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.8.5 Singleton Session Bean Concurrency.
 */
final class RefusalStep implements Step {
    private final Failures failures;
    private final Step next;

    RefusalStep(Failures failures, Step next) {
        this.failures = failures;
        this.next = next;
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        try {
            return next.run(call);
        } catch (Refusal refusal) {
            throw failures.refused(call, refusal);
        }
    }
}
