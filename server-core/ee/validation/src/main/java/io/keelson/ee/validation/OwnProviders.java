package io.keelson.ee.validation;

import static io.keelson.ee.validation.ValidationLog.LOG;

import jakarta.validation.Validation;
import java.lang.reflect.Method;

/** Providers that applications bring. The API remembers those that it has found, by class loader, in a static. */
final class OwnProviders {
    private OwnProviders() {}

    /** Has the API forget what it has found; it looks again when it is asked. The method is there for containers, and private. */
    static void forget() {
        try {
            Method clear = Validation.class.getDeclaredMethod("clearDefaultValidationProviderResolverCache");
            clear.setAccessible(true);
            clear.invoke(null);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.notForgotten(e);
        }
    }
}
